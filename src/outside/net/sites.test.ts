import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { Host } from '../../base/core/capability.ts'
import { createSites } from './sites.ts'
import { createTls } from './tls.ts'
import { callContext } from '../../../test/support/call-context.ts'

const host = { setting: () => undefined, onClose: () => {}, now: () => 0 } as unknown as Host

/** Counts who comes by. */
async function secret() {
  let visitors = 0
  const server = createServer((socket) => {
    visitors += 1
    socket.on('error', () => {}).destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return { port: (server.address() as AddressInfo).port, visitors: () => visitors }
}

describe('sites and TLS handshakes refuse addresses that are not public', () => {
  test.each([
    ['loopback', ['127.0.0.1']],
    ['a private network', ['10.0.0.1']],
    ['cloud metadata', ['169.254.169.254']],
    ['loopback, mapped', ['::ffff:127.0.0.1']],
    ['a public address and loopback', ['93.184.215.14', '127.0.0.1']],
  ])('by a name that resolves to %s', async (_what, addresses) => {
    const { port, visitors } = await secret()
    const reachable = { resolve: async () => addresses }
    const sites = createSites(reachable).open(host)(callContext())
    const tls = createTls(reachable).open(host)(callContext())
    const visit = sites.visit(`https://rebind.example.com:${port}/`)
    await expect(visit).rejects.toMatchObject({ code: 'bad_input' })
    const handshake = tls.handshake('rebind.example.com', port)
    await expect(handshake).rejects.toMatchObject({ code: 'bad_input' })
    expect(visitors()).toBe(0)
  })

  test('nor by address, nor for a caller who has left', async () => {
    const { port, visitors } = await secret()
    const tls = createTls().open(host)(callContext())
    for (const name of ['127.0.0.1', '::1', 'localhost', 'printer.lan'])
      await expect(tls.handshake(name, port)).rejects.toMatchObject({ code: 'bad_input' })
    const allowed = { allow: () => true, resolve: async () => ['127.0.0.1'] }
    const gone = createSites(allowed).open(host)(callContext({ signal: AbortSignal.abort() }))
    const visit = gone.visit(`http://example.com:${port}/`)
    await expect(visit).rejects.toMatchObject({ code: 'caller_gone' })
    expect(visitors()).toBe(0)
  })
})
