// @grpc/grpc-js, with the service of sum.proto read when it starts.
import { Server, ServerCredentials, loadPackageDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

const { bench } = loadPackageDefinition(loadSync('sum.proto'));
const server = new Server();
server.addService(bench.Calculator.service, {
  add: ({ request }, done) => done(null, { sum: request.a + request.b }),
});

process.once('SIGTERM', () => process.exit(0));
server.bindAsync(`${process.argv[3] ?? '127.0.0.1'}:${process.argv[2]}`, ServerCredentials.createInsecure(), (error) => {
  if (error) throw error;
});
