"""grpcio's server for asyncio."""

import asyncio
import sys

import grpc
import sum_pb2
import sum_pb2_grpc


class Calculator(sum_pb2_grpc.CalculatorServicer):
    async def Add(self, request, context):
        return sum_pb2.Sum(sum=request.a + request.b)


async def main() -> None:
    server = grpc.aio.server()
    sum_pb2_grpc.add_CalculatorServicer_to_server(Calculator(), server)
    server.add_insecure_port(f"{sys.argv[1]}:{sys.argv[2]}")
    await server.start()
    await server.wait_for_termination()


asyncio.run(main())
