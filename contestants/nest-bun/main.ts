import 'reflect-metadata';
import { Controller, Get, Header, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { controllers } from './te-controllers';

@Controller()
class AppController {
  @Get()
  hello() {
    return { message: 'Hello World!' };
  }

  @Get('text')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  text() {
    return 'Hello, world!\n';
  }

  @Get('html')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Last-Modified', 'Tue, 26 Jul 2016 10:24:27 GMT')
  @Header('E-Tag', '55829c5b-17')
  @Header('Accept-Ranges', 'bytes')
  html() {
    return '<h1>\nHello World.\n</h1>';
  }

  @Get('products')
  products() {
    return [
      { id: 1, name: 'Product 1', price: 100 },
      { id: 2, name: 'Product 2', price: 200 },
      { id: 3, name: 'Product 3', price: 300 },
    ];
  }
}

@Module({ controllers: [AppController, ...controllers] })
class AppModule {}

const app = await NestFactory.create(AppModule, new FastifyAdapter(), { logger: false });
process.once('SIGTERM', () => process.exit(0));
await app.listen(Number(process.argv[2]), process.argv[3] ?? '127.0.0.1');
