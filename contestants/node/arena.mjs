// HttpArena's profiles (docs/suites.md); the data set is read once.
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';
const items = JSON.parse(readFileSync('arena-dataset.json', 'utf8'));

function answer(res, type, body) {
  res.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  res.end(body);
}

const queryOf = (req) => new URLSearchParams(req.url.slice(req.url.indexOf('?') + 1));

async function sum(req, res) {
  const query = queryOf(req);
  const texts = [query.get('a'), query.get('b')];
  try {
    if (req.method === 'POST') texts.push(await text(req));
  } catch {
    return; // the client has gone
  }
  const total = texts.reduce((before, number) => before + Number.parseInt(number, 10), 0);
  if (Number.isNaN(total)) res.writeHead(400, { 'content-length': 0 }).end();
  else answer(res, TEXT_TYPE, String(total));
}

async function upload(req, res) {
  let size = 0;
  try {
    for await (const chunk of req) size += chunk.length;
  } catch {
    return; // the client has gone
  }
  answer(res, TEXT_TYPE, String(size));
}

function json(req, res, count) {
  const m = Number(queryOf(req).get('m'));
  const found = items.slice(0, count).map((item) => ({ ...item, total: item.price * item.quantity * m }));
  answer(res, JSON_TYPE, JSON.stringify({ count: found.length, items: found }));
}

/** Whether it was a request for one of the profiles; it is answered then. */
export function profiles(req, res, path) {
  const asked = req.method === 'GET' || req.method === 'HEAD';
  const count = asked && /^\/json\/(\d+)$/.exec(path);
  if (path === '/baseline11' && (asked || req.method === 'POST')) sum(req, res);
  else if (path === '/upload' && req.method === 'POST') upload(req, res);
  else if (path === '/pipeline' && asked) answer(res, TEXT_TYPE, 'ok');
  else if (count) json(req, res, Number(count[1]));
  else return false;
  return true;
}
