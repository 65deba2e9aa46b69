// HttpArena's profiles (docs/suites.md); the data set is read once.
import { type Context, Hono } from 'hono';

type Item = {
  id: number;
  name: string;
  category: string;
  price: number;
  quantity: number;
  active: boolean;
  tags: string[];
  rating: { score: number; count: number };
};

const items: Item[] = await Bun.file('arena-dataset.json').json();

function sum(c: Context, ...rest: string[]) {
  const texts = [c.req.query('a'), c.req.query('b'), ...rest];
  const total = texts.reduce((before, text) => before + Number.parseInt(text ?? '', 10), 0);
  return Number.isNaN(total) ? c.text('not a number', 400) : c.text(String(total));
}

export const profiles = new Hono();

profiles.get('/pipeline', (c) => c.text('ok'));
profiles.get('/baseline11', (c) => sum(c));
profiles.post('/baseline11', async (c) => sum(c, await c.req.text()));

profiles.post('/upload', async (c) => {
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) size += chunk.length;
  return c.text(String(size));
});

profiles.get('/json/:count', (c) => {
  const m = Number(c.req.query('m'));
  const found = items.slice(0, Number(c.req.param('count')));
  return c.json({
    count: found.length,
    items: found.map((item) => ({ ...item, total: item.price * item.quantity * m })),
  });
});
