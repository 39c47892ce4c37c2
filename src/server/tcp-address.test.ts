import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AddressOptions, checkAddress, listenOnTcp, localUrl } from './tcp-address.ts';

const USUAL: AddressOptions = {
  bind: '127.0.0.1',
  port: 8022,
  portConfigured: false,
  publicUrls: [],
  allowPlainHttp: false,
};

describe('settings', () => {
  test.each(['127.0.0.1', '127.0.0.5', '::1', 'localhost'])('%s needs no consent', (bind) => {
    expect(checkAddress({ ...USUAL, bind })).toEqual([]);
  });

  test('a public URL over HTTPS needs no consent', () => {
    expect(checkAddress({ ...USUAL, publicUrls: ['https://panel.example:8443'] })).toEqual([]);
  });

  test.each([
    ['every address', { bind: '0.0.0.0' }],
    ['every IPv6 address', { bind: '::' }],
    ['an address of the network', { bind: '192.168.1.5' }],
    ['a name', { bind: '127.0.0.1.example' }],
    ['a public URL without encryption', { publicUrls: ['http://panel.example'] }],
  ] as [string, Partial<AddressOptions>][])('%s is refused, or said in red when it was wanted', (_name, more) => {
    expect(() => checkAddress({ ...USUAL, ...more })).toThrow('allowPlainHttp');
    const publicUrls = ['http://panel.example:8022'];
    const warnings = checkAddress({ ...USUAL, publicUrls, ...more, allowPlainHttp: true });
    expect(warnings).toMatchObject([{ name: 'plain-http', severity: 'red' }]);
  });

  test.each(['0.0.0.0', '::', '192.168.1.5'])('%s alone is refused: nobody could say which name is meant', (bind) => {
    const wanted = { ...USUAL, bind, allowPlainHttp: true };
    expect(() => checkAddress(wanted)).toThrow('set publicUrl to the address people will use');
  });

  test.each(['panel.example', 'ftp://panel.example', 'https://panel.example/tally', 'https://a@panel.example', ''])(
    'the public URL "%s" is refused',
    (url) => expect(() => checkAddress({ ...USUAL, publicUrls: [url] })).toThrow('publicUrl'),
  );
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:8022'],
  ['127.0.0.5', 'http://127.0.0.5:8022'],
  ['192.168.1.5', 'http://192.168.1.5:8022'],
  ['::1', 'http://[::1]:8022'],
  ['0.0.0.0', 'http://127.0.0.1:8022'],
  ['::', 'http://127.0.0.1:8022'],
])('bound to %s, the panel is at %s', (address, url) => {
  expect(localUrl({ address, port: 8022 })).toBe(url);
});

describe('a port', () => {
  let holder: Server;
  let taken: number;
  let server: Server;

  beforeEach(async () => {
    holder = createServer();
    server = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    taken = (holder.address() as AddressInfo).port;
  });
  afterEach(() => {
    holder.close();
    server.close();
  });

  test('that the person chose and another program holds is named, with what to do', async () => {
    const asked = listenOnTcp(server, { ...USUAL, port: taken, portConfigured: true });
    await expect(asked).rejects.toThrow(new RegExp(`Port ${taken} is taken.*TALLYMUX_PORT`));
    expect(server.listening).toBe(false);
  });

  test('that nobody chose gives way to the next free one', async () => {
    const { port } = await listenOnTcp(server, { ...USUAL, port: taken });
    expect(port).toBeGreaterThan(taken);
    expect(port).toBeLessThanOrEqual(taken + 20);
  });

  test('0 is any free one', async () => {
    expect((await listenOnTcp(server, { ...USUAL, port: 0, portConfigured: true })).port).toBeGreaterThan(0);
  });
});
