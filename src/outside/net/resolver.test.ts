/** @module-tag long */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDnsServer, type DnsServer } from '../../../test/support/dns-server.ts'
import type { Host } from '../../base/core/capability.ts'
import { problemOf } from '../../base/core/setting.ts'
import { DNS_SERVERS } from './_dns.ts'
import { resolver, type Resolver } from './resolver.ts'
import { callContext } from '../../../test/support/call-context.ts'

let server: DnsServer
beforeAll(async () => {
  server = await startDnsServer()
})
afterAll(() => server.close())

const hostWith = (servers: string) => ({ setting: () => servers }) as unknown as Host
const open = (servers: string, signal = new AbortController().signal): Resolver =>
  resolver.open(hostWith(servers))(callContext({ signal }))

test('a truncated answer is asked for again over TCP', async () => {
  const records = await open(server.address).resolve('long.example.com', 'TXT')
  expect(records).toHaveLength(60)
  const asked = server.asked.filter(({ name }) => name === 'long.example.com')
  const transports = asked.map(({ transport }) => transport)
  // On a busy machine it asks over UDP twice: the first answer came late.
  expect([transports[0], transports.at(-1), ...new Set(transports)]).toEqual([
    'udp',
    'tcp',
    'udp',
    'tcp',
  ])
})

test('every call asks the name servers again', async () => {
  const calls = () => server.asked.filter(({ name }) => name === 'split.example.com').length
  await open(server.address).resolve('split.example.com', 'TXT')
  const first = calls()
  expect(first).toBeGreaterThan(0)
  await open(server.address).resolve('split.example.com', 'TXT')
  expect(calls()).toBeGreaterThan(first)
})

test.concurrent.each([1, 4])(
  '%i servers that do not answer are a timeout within ten seconds',
  async (n) => {
    const silent = await Promise.all(Array.from({ length: n }, () => startDnsServer()))
    const servers = silent.map(({ address }) => address).join(', ')
    const started = performance.now()
    const answer = open(servers).resolve('silent.example.com', 'A')
    await expect(answer).rejects.toMatchObject({ code: 'upstream_timeout', status: 504 })
    expect(performance.now() - started).toBeLessThan(10_000)
    await Promise.all(silent.map((each) => each.close()))
  },
)

test('a caller who leaves ends the look-up', async () => {
  const started = performance.now()
  const gone = AbortSignal.timeout(50)
  const answer = open(server.address, gone).resolve('silent.example.com', 'A')
  await expect(answer).rejects.toMatchObject({ code: 'caller_gone' })
  const late = open(server.address, gone).resolve('example.com', 'A')
  await expect(late).rejects.toMatchObject({ code: 'caller_gone' })
  // It would ask twice, and wait for 1.5 s each time.
  expect(performance.now() - started).toBeLessThan(2_500)
})

test('a server that is not there is unreachable, and the next one is asked', async () => {
  const nobody = await startDnsServer()
  await nobody.close()
  const answer = open(nobody.address).resolve('example.com', 'A')
  await expect(answer).rejects.toMatchObject({ code: 'upstream_unreachable', status: 503 })
  const second = open(`${nobody.address}, ${server.address}`).resolve('example.com', 'A')
  expect(await second).toEqual(['93.184.215.14'])
})

test('names of private networks are refused', async () => {
  for (const name of ['postgres', 'localhost', 'db.internal', 'printer.local.', 'x.HOME.arpa']) {
    const answer = open(server.address).resolve(name, 'A')
    await expect(answer).rejects.toMatchObject({ code: 'not_found' })
    expect(server.asked.map((question) => question.name)).not.toContain(name)
  }
})

test('servers that are no addresses are refused before any call', () => {
  const problem = (servers: string) => problemOf(DNS_SERVERS, () => servers)
  for (const servers of ['dns.example', '1.1.1.1;8.8.8.8', '1.1.1.1:x', '1.1.1.1:99999'])
    expect(problem(servers)).toMatch(/^DNS_SERVERS: must be/)
  expect(problem(' , ')).toBeNull()
})
