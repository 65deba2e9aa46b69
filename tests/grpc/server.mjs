// The server of gRPC's interoperability test, on @grpc/grpc-js: what its cases ask of unary calls.
import { Server, ServerCredentials, loadPackageDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

const { grpc } = loadPackageDefinition(loadSync('interop.proto', { keepCase: true }));
const server = new Server();
server.addService(grpc.testing.TestService.service, {
  EmptyCall: (call, done) => done(null, {}),
  UnaryCall: ({ request, metadata }, done) => {
    if (request.response_status) {
      done({ code: request.response_status.code, details: request.response_status.message });
    } else if (metadata.get('x-never').length === 0) {
      done(null, { payload: { body: Buffer.alloc(request.response_size) } });
    }
  },
});
server.bindAsync(`127.0.0.1:${process.argv[2]}`, ServerCredentials.createInsecure(), (error) => {
  if (error) throw error;
});
