/** @module-tag long */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Setting } from '../src/base/core/setting.ts'
import { OWN_SETTINGS } from '../src/service/settings/config.ts'
import type { Log } from '../src/service/ops/log.ts'
import { bearer } from './support/buyer.ts'
import { call } from './support/calls.ts'
import { loadedGoods } from './support/catalog.ts'
import { freshPair } from './support/ed25519-pair.ts'
import { openTestService, type TestService } from './support/service.ts'
import { standIn } from './support/upstreams/define.ts'

/**
 * No key of the operator and no key of a buyer leaves the service: no document, page, metric or
 * error tells one, and neither the log nor the data folder holds one. Keys are the settings whose
 * names say so, so a new one is watched without being named here.
 */
const OPERATOR = { authorization: 'Bearer operator-token-planted-0123456789' }
const pair = freshPair()

/** The keys of the service itself, in their own forms. */
const OWN: Readonly<Record<string, string>> = {
  OPERATOR_TOKEN: OPERATOR.authorization.slice(7),
  SETTLEMENT_KEY: `0x${'5e'.repeat(32)}`,
  CHANNEL_KEY: `0x${'4c'.repeat(32)}`,
  PURSE_KEY: `0x${'7a'.repeat(32)}`,
  PURSE_KEY_ALGORAND: pair.toString('base64'),
  PURSE_KEY_SOLANA: JSON.stringify([...pair]),
  PURSE_KEY_TEMPO: `0x${'6b'.repeat(32)}`,
  STRIPE_SECRET_KEY: 'sk_test_planted0000000000000000',
  STRIPE_WEBHOOK_SECRET: 'whsec_planted00000000000000000000',
  FACILITATOR_KEY_SECRET: pair.toString('base64'),
}
const IS_KEY = /(_KEY|_TOKEN|_SECRET|_KEY_[A-Z]+)$/
/** These end like keys: an asset, and the public name of a key. */
const NO_KEY = new Set(['PURSE_TEMPO_TOKEN', 'FACILITATOR_KEY_ID'])

const lines: string[] = []
const noted = (fields: unknown, message: string): void =>
  void lines.push(`${JSON.stringify(fields)} ${message}`)
const log: Log = { info: noted, warn: noted, error: noted }

let service: TestService
let credits: string
let declared: readonly Setting[]
let secrets: readonly (readonly [name: string, secret: string])[]

beforeAll(async () => {
  // A provider that repeats whatever it was sent, in an error.
  const echoing = standIn({
    at: 'url',
    answer: ({ headers, query, body }) =>
      new Response(
        JSON.stringify({
          error: { message: `${JSON.stringify(headers)}${query.toString()}${body}` },
        }),
        {
          status: 400,
        },
      ),
  })
  const url = (await echoing())['url'] ?? ''
  const { tools } = await loadedGoods()
  declared = tools.flatMap(({ spec }) => Object.values(spec.uses).flatMap((one) => one.settings))
  const keys = declared.map(({ name }) => name).filter((name) => IS_KEY.test(name))
  const addresses = declared
    .map(({ name }) => name)
    .filter((name) => /^UPSTREAM_.*_URL$/.test(name))
  const planted = Object.fromEntries(keys.map((name) => [name, `planted-${name}-0123456789`]))
  service = await openTestService({
    log,
    settings: {
      ...planted,
      ...Object.fromEntries(addresses.map((name) => [name, url])),
      ...OWN,
      PAY_TO: '0x8f5b2b7608e3e3a3dc0426c3396420fbf1849454',
      NETWORKS: 'eip155:84532',
      RPC_URLS: `eip155:84532=${url}`,
      FACILITATOR_URL: `${url}/a-key-in-the-path`,
      FACILITATOR_KEY_ID: 'a-key',
      STRIPE_API_URL: url,
      SEARXNG_URL: url,
      METRICS_PORT: '39471',
    },
  })
  credits = await service.issueKey('$50')
  secrets = [...Object.entries(planted), ...Object.entries(OWN), ['a credits key', credits]]
}, 120_000)
afterAll(async () => service?.stop())

/** The names of the secrets that a text holds, in any of the usual writings. */
const toldIn = (text: string): readonly string[] =>
  secrets
    .filter(([, secret]) =>
      [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)].some((written) =>
        text.includes(written),
      ),
    )
    .map(([name]) => name)

test('every key of the service has a form here', () => {
  const names = Object.keys(OWN_SETTINGS).filter((name) => IS_KEY.test(name) && !NO_KEY.has(name))
  expect(names.filter((name) => !(name in OWN))).toEqual([])
})

describe('no secret is told', () => {
  test('by any document, page or free endpoint, to anybody or to the operator', async () => {
    const paths = service.parts.server.doors.filter(
      ({ method, kind }) => method === 'GET' && kind === 'endpoint',
    )
    expect(paths.length).toBeGreaterThan(40)
    for (const { path } of paths)
      for (const headers of [{}, { accept: 'text/html' }, OPERATOR]) {
        const heard = await call(service, path.replaceAll(/:\w+/g, 'x'), { headers })
        expect([path, toldIn(heard.text + JSON.stringify(heard.headers))]).toEqual([path, []])
      }
  })

  test('by the metrics', async () => {
    const metrics = await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`)
    expect(toldIn(await metrics.text())).toEqual([])
  })

  test('by a tool whose provider repeats what it was sent', { timeout: 300_000 }, async () => {
    const isKeyed = ({ settings }: { readonly settings: readonly Setting[] }) =>
      settings.some(({ name }) => IS_KEY.test(name))
    const keyed = service.catalog.tools.filter(
      ({ spec, unavailable }) =>
        unavailable === undefined && !spec.pack && Object.values(spec.uses).some(isKeyed),
    )
    expect(keyed.length).toBeGreaterThan(50)
    let asked = 0
    for (const tool of keyed) {
      const { input } = tool.spec.examples[0]
      const query = new URLSearchParams(
        Object.entries(input).map(([name, value]) => [name, String(value)] as [string, string]),
      )
      const heard = await (tool.method === 'GET'
        ? call(service, `${tool.path}?${query.toString()}`, { headers: bearer(credits) })
        : call(service, tool.path, { headers: bearer(credits), body: input }))
      if (heard.status >= 500) asked += 1
      expect([tool.slug, toldIn(heard.text)]).toEqual([tool.slug, []])
    }
    expect(asked).toBeGreaterThan(20)
  })

  test('by the log, which is not empty', () => {
    expect(lines.length).toBeGreaterThan(20)
    expect(lines.flatMap(toldIn)).toEqual([])
  })

  test('by the files of the data folder', async () => {
    const files = await readdir(service.dataDir, { recursive: true, withFileTypes: true })
    const texts = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
    )
    expect(texts.join('').length).toBeGreaterThan(10_000)
    expect(texts.flatMap(toldIn)).toEqual([])
  })
})
