import { describe, expect, test } from 'vitest';
import { type GateRequest, gate, namesOf } from './gate.ts';

const names = namesOf(8022, ['https://panel.example', 'https://other.example:8443']);
const page: GateRequest = {
  method: 'GET',
  host: '127.0.0.1:8022',
  origin: null,
  contentType: null,
  fetchSite: null,
};
const command: GateRequest = { ...page, method: 'POST', contentType: 'application/json' };

describe('the gate lets pass', () => {
  test.each<[string, GateRequest]>([
    ['127.0.0.1 with our port', page],
    ['localhost', { ...page, host: 'localhost:8022' }],
    ['Localhost, as some write it', { ...page, host: 'LOCALHOST:8022' }],
    ['IPv6 loopback', { ...page, host: '[::1]:8022' }],
    ['a public name', { ...page, host: 'panel.example' }],
    ['a public name with the usual port', { ...page, host: 'panel.example:443' }],
    ['a public name with its port', { ...page, host: 'other.example:8443' }],
    ['our own Origin', { ...command, origin: 'http://127.0.0.1:8022' }],
    ['a public Origin behind a proxy that rewrites Host', { ...command, origin: 'https://panel.example' }],
    ['JSON with a charset', { ...command, contentType: 'application/json; charset=utf-8' }],
    ['a command of the same origin', { ...command, fetchSite: 'same-origin' }],
  ])('%s', (_name, request) => {
    expect(gate(request, names).pass).toBe(true);
  });
});

describe('the gate refuses', () => {
  test.each<[string, GateRequest]>([
    ['no Host', { ...page, host: null }],
    ['a foreign Host', { ...page, host: 'evil.example:8022' }],
    ['loopback with another port', { ...page, host: '127.0.0.1:3000' }],
    ['loopback without a port', { ...page, host: '127.0.0.1' }],
    ['another loopback address', { ...page, host: '127.0.0.2:8022' }],
    ['the empty address', { ...page, host: '0.0.0.0:8022' }],
    ['a public name with another port', { ...page, host: 'panel.example:8022' }],
    ['a name that ends like ours', { ...page, host: 'evil-panel.example' }],
    ['a name that begins like ours', { ...page, host: 'panel.example.evil.example' }],
    ['a Host with a user in it', { ...page, host: 'localhost:8022@evil.example' }],
    ['a foreign Origin', { ...page, origin: 'https://evil.example' }],
    ['the Origin null', { ...page, origin: 'null' }],
    ['another port of this machine', { ...page, origin: 'http://localhost:3000' }],
    ['our name over the wrong scheme', { ...page, origin: 'https://127.0.0.1:8022' }],
    ['a public name without encryption', { ...page, origin: 'http://panel.example' }],
    ['text/plain', { ...command, contentType: 'text/plain' }],
    ['JSON sent as text', { ...command, contentType: 'text/plain; x=application/json' }],
    ['a form', { ...command, contentType: 'application/x-www-form-urlencoded' }],
    ['a file form', { ...command, contentType: 'multipart/form-data; boundary=x' }],
    ['no type', { ...command, contentType: null }],
    ['a type that begins like JSON', { ...command, contentType: 'application/json5' }],
    ['a command of another site', { ...command, fetchSite: 'cross-site' }],
    ['a command of another port of this machine', { ...command, fetchSite: 'same-site' }],
    ['any other method without JSON', { ...page, method: 'DELETE' }],
  ])('%s', (_name, request) => {
    expect(gate(request, names).pass).toBe(false);
  });
});

describe('the gate knows HTTPS', () => {
  test.each<[string, GateRequest, boolean]>([
    ['not on loopback', page, false],
    ['by a public Host', { ...page, host: 'panel.example' }, true],
    ['by a public Origin in front of a rewritten Host', { ...page, origin: 'https://panel.example' }, true],
    ['not by a loopback Origin', { ...page, origin: 'http://localhost:8022' }, false],
  ])('%s', (_name, request, https) => {
    expect(gate(request, names)).toEqual({ pass: true, https });
  });
});
