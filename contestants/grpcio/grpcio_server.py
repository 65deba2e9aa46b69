"""grpcio's server for asyncio."""

import asyncio
import sys

import arena_pb2
import arena_pb2_grpc
import grpc
import sum_pb2
import sum_pb2_grpc


class Calculator(sum_pb2_grpc.CalculatorServicer):
    async def Add(self, request, context):
        return sum_pb2.Sum(sum=request.a + request.b)


class BenchmarkService(arena_pb2_grpc.BenchmarkServiceServicer):
    async def GetSum(self, request, context):
        return arena_pb2.SumReply(result=request.a + request.b)


async def main() -> None:
    server = grpc.aio.server()
    sum_pb2_grpc.add_CalculatorServicer_to_server(Calculator(), server)
    arena_pb2_grpc.add_BenchmarkServiceServicer_to_server(BenchmarkService(), server)
    server.add_insecure_port(f"{sys.argv[1]}:{sys.argv[2]}")
    await server.start()
    await server.wait_for_termination()


asyncio.run(main())
