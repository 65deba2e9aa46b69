import { Controller, Get, Header, Query } from '@nestjs/common';
import * as postgresql from './te';
import * as mariadb from './te_mariadb';

const { cached, count } = postgresql;
const database = mariadb.sql ? mariadb : postgresql;

@Controller()
class PlainController {
  @Get('json')
  json() {
    return { message: 'Hello, World!' };
  }

  @Get('plaintext')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  plaintext() {
    return 'Hello, World!';
  }
}

@Controller()
class DatabaseController {
  @Get('db')
  db() {
    return database.world();
  }

  @Get('queries')
  queries(@Query('queries') queries?: string) {
    return database.worlds(count(queries));
  }

  @Get('fortunes')
  @Header('Content-Type', 'text/html; charset=utf-8')
  fortunes() {
    return database.fortunes();
  }

  @Get('updates')
  updates(@Query('queries') queries?: string) {
    return database.updated(count(queries));
  }
}

@Controller()
class CacheController {
  @Get('cached-queries')
  cached(@Query('count') many?: string) {
    return cached(count(many));
  }
}

export const controllers = [PlainController, ...(database.sql ? [DatabaseController] : []), ...(postgresql.sql ? [CacheController] : [])];
