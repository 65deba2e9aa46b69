package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"runtime"

	"connectrpc.com/connect"
	"google.golang.org/grpc"

	"fairlap/grpc-go/bench"
	"fairlap/grpc-go/bench/benchconnect"
	"fairlap/grpc-go/benchmark"
	"fairlap/grpc-go/benchmark/benchmarkconnect"
)

type calculator struct {
	bench.UnimplementedCalculatorServer
}

func (calculator) Add(_ context.Context, pair *bench.Pair) (*bench.Sum, error) {
	return &bench.Sum{Sum: pair.A + pair.B}, nil
}

type connected struct{}

func (connected) Add(ctx context.Context, asked *connect.Request[bench.Pair]) (*connect.Response[bench.Sum], error) {
	sum, err := calculator{}.Add(ctx, asked.Msg)
	return connect.NewResponse(sum), err
}

func withGRPC(address string) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	server := grpc.NewServer()
	bench.RegisterCalculatorServer(server, calculator{})
	benchmark.RegisterBenchmarkServiceServer(server, adder{})
	return server.Serve(listener)
}

func withConnect(address string) error {
	mux := http.NewServeMux()
	mux.Handle(benchconnect.NewCalculatorHandler(connected{}))
	mux.Handle(benchmarkconnect.NewBenchmarkServiceHandler(connectedAdder{}))
	unknown, writer := connect.NewError(connect.CodeUnimplemented, errors.New("no such method")), connect.NewErrorWriter()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { writer.Write(w, r, unknown) })
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	server := http.Server{Addr: address, Handler: mux, Protocols: protocols}
	return server.ListenAndServe()
}

// usage: server grpc|connect [ADDRESS]; without an address it prints what it was built from
func main() {
	serve, version := withGRPC, "grpc-go "+grpc.Version
	if os.Args[1] == "connect" {
		serve, version = withConnect, "connect "+connect.Version
	}
	if len(os.Args) < 3 {
		fmt.Println(version, runtime.Version())
		return
	}
	log.Fatal(serve(os.Args[2]))
}
