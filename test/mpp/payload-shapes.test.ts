/** @module-tag long */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../support/calls.ts'
import { createFixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { base64url, evmMethod, payBy, tempoMethod, wireOf } from '../support/mpp-buyer.ts'
import { ODD, places, withValue } from '../support/odd-values.ts'

/** Credentials whose fields are of the wrong kind: the buyer's mistake. */
let service: TestService

beforeAll(async () => {
  const settings = { SANDBOX: 'true', MPP: 'true', REFUSALS_PER_MINUTE: '100000' }
  service = await openTestService({ tools: createFixtures().tools, settings })
})
afterAll(() => service.stop())

const METHODS = {
  evm: () => evmMethod(service.sandbox!),
  tempo: () => tempoMethod(service.sandbox!.tempoRpcUrl),
}

describe.each(Object.entries(METHODS))('a credential of the method %s', (_, method) => {
  test('with any one field of another kind is refused or good, and never our failure', async () => {
    const asked = { body: { text: 'x' } }
    const wire = wireOf(await payBy(method())(service, '/api/fixture-echo', asked))
    const wrong: unknown[] = []
    for (const path of places(wire)) {
      for (const odd of ODD) {
        const authorization = `Payment ${base64url(withValue(wire, path, odd))}`
        const headers = { authorization }
        const heard = await call(service, '/api/fixture-echo', { ...asked, headers })
        if (heard.status >= 500 || heard.status === 429)
          wrong.push([path.join('.'), odd, heard.status, heard.body['error']])
      }
    }
    expect(wrong).toEqual([])
  }, 120_000)
})
