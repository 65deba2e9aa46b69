#!/bin/sh
# Races two commands, and lists the catalog, with an installed Fairlap in an empty folder. Argument: its bin folder.
set -eu
bin=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export XDG_DATA_HOME="$folder/data"
cat > server.py <<'PYTHON'
import asyncio, os

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

class Server(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.transport.write(ANSWER * data.count(b"\r\n\r\n"))

async def main():
    server = await asyncio.get_running_loop().create_server(Server, os.environ["HOST"], int(os.environ["PORT"]))
    await server.serve_forever()

asyncio.run(main())
PYTHON
python=$(command -v python3)
"$bin/fairlap" --version
"$bin/fairload" --version
"$bin/fairlap" list | grep -q "^gin "
"$bin/fairlap" race "$python server.py" "twin=$python server.py" -c 8 --budget 4s --warm-up 1s --seed 1
test -f "$XDG_DATA_HOME/fairlap/results/fairlap.db"
echo "smoke: ok"
