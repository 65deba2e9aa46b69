import { Controller, Get, Header, Query } from '@nestjs/common';
import { cached, count, fortunes, sql, updated, world, worlds } from './te';

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
    return world();
  }

  @Get('queries')
  queries(@Query('queries') queries?: string) {
    return worlds(count(queries));
  }

  @Get('fortunes')
  @Header('Content-Type', 'text/html; charset=utf-8')
  fortunes() {
    return fortunes();
  }

  @Get('updates')
  updates(@Query('queries') queries?: string) {
    return updated(count(queries));
  }

  @Get('cached-queries')
  cached(@Query('count') many?: string) {
    return cached(count(many));
  }
}

export const controllers = [PlainController, ...(sql ? [DatabaseController] : [])];
