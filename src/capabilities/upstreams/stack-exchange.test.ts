import { expect, test } from 'vitest'
import standIn from '../../../test/support/upstreams/stack-exchange.ts'
import type { Host } from '../../base/core/capability.ts'
import { stackExchange } from './stack-exchange.ts'
import { callContext } from '../../../test/support/call-context.ts'

const QUERY = { site: 'stackoverflow', tags: [], acceptedOnly: false, limit: 1 }

/** An upstream that answers several requests, as in the service. */
async function kept() {
  const settings = await standIn()
  const setting = (name: string) => settings[name]
  const host = { now: () => 0, setting, onClose: () => {} } as unknown as Host
  const open = stackExchange.open(host)
  return async (q: string) => open(callContext()).search({ ...QUERY, q })
}

test('an answer with a backoff is used, and the backoff is respected', async () => {
  const ask = await kept()
  expect(await ask('slow down')).toHaveLength(1)
  const refusal = { code: 'overloaded', detail: { retryAfterSeconds: 30 } }
  await expect(ask('something else')).rejects.toMatchObject(refusal)
  expect(await ask('slow down')).toHaveLength(1)
})

test('a used-up quota pauses requests until it is renewed', async () => {
  const ask = await kept()
  const told = { code: 'upstream_failed', detail: { retryAfterSeconds: 80_000 } }
  await expect(ask('too many')).rejects.toMatchObject(told)
  await expect(ask('something else')).rejects.toMatchObject({ code: 'overloaded' })
})

test('an answer without a backoff causes no pause', async () => {
  const ask = await kept()
  await ask('one')
  expect(await ask('other')).toHaveLength(1)
})
