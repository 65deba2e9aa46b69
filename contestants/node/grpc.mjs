// @grpc/grpc-js, with the services of sum.proto and arena.proto read when it starts.
import { Server, ServerCredentials, loadPackageDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

const { bench, benchmark } = loadPackageDefinition(loadSync(['sum.proto', 'arena.proto']));
const server = new Server();
server.addService(bench.Calculator.service, {
  add: ({ request }, done) => done(null, { sum: request.a + request.b }),
});
server.addService(benchmark.BenchmarkService.service, {
  getSum: ({ request }, done) => done(null, { result: request.a + request.b }),
});

process.once('SIGTERM', () => process.exit(0));
server.bindAsync(`${process.argv[3] ?? '127.0.0.1'}:${process.argv[2]}`, ServerCredentials.createInsecure(), (error) => {
  if (error) throw error;
});
