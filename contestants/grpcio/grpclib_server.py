"""grpclib, which is written in Python, on h2."""

import asyncio
import sys

import sum_grpc
import sum_pb2
from grpclib.server import Server


class Calculator(sum_grpc.CalculatorBase):
    async def Add(self, stream):
        pair = await stream.recv_message()
        await stream.send_message(sum_pb2.Sum(sum=pair.a + pair.b))


async def main() -> None:
    server = Server([Calculator()])
    await server.start(sys.argv[1], int(sys.argv[2]))
    await server.wait_closed()


asyncio.run(main())
