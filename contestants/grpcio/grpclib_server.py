"""grpclib, which is written in Python, on h2."""

import asyncio
import sys

import arena_grpc
import arena_pb2
import sum_grpc
import sum_pb2
from grpclib.server import Server


class Calculator(sum_grpc.CalculatorBase):
    async def Add(self, stream):
        pair = await stream.recv_message()
        await stream.send_message(sum_pb2.Sum(sum=pair.a + pair.b))


class BenchmarkService(arena_grpc.BenchmarkServiceBase):
    async def GetSum(self, stream):
        asked = await stream.recv_message()
        await stream.send_message(arena_pb2.SumReply(result=asked.a + asked.b))


async def main() -> None:
    server = Server([Calculator(), BenchmarkService()])
    await server.start(sys.argv[1], int(sys.argv[2]))
    await server.wait_closed()


asyncio.run(main())
