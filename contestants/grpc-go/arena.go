package main

// HttpArena's service (docs/suites.md).

import (
	"context"

	"connectrpc.com/connect"

	"fairlap/grpc-go/benchmark"
)

type adder struct {
	benchmark.UnimplementedBenchmarkServiceServer
}

func (adder) GetSum(_ context.Context, asked *benchmark.SumRequest) (*benchmark.SumReply, error) {
	return &benchmark.SumReply{Result: asked.A + asked.B}, nil
}

type connectedAdder struct{}

func (connectedAdder) GetSum(
	ctx context.Context, asked *connect.Request[benchmark.SumRequest],
) (*connect.Response[benchmark.SumReply], error) {
	sum, err := adder{}.GetSum(ctx, asked.Msg)
	return connect.NewResponse(sum), err
}
