import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../settings/config.ts'
import { assertUsable, settingWarnings, wantsSandbox } from './check-settings.ts'

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe('the sandbox', () => {
  test('starts where nothing is set', () => expect(wantsSandbox(readConfig({}))).toBe(true))

  test.each([
    { NODE_ENV: 'production' },
    { PAY_TO: ADDRESS },
    { PAY_TO_SOLANA: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
    { SETTLEMENT_KEY: `0x${'1'.repeat(64)}` },
    { STRIPE_SECRET_KEY: 'sk_test_x' },
    { FACILITATOR_URL: 'https://pay.example' },
    { HOST: '0.0.0.0' },
    { FREE_MODE: 'true' },
  ])('does not start with %j, unless SANDBOX is true', (environment) => {
    expect(wantsSandbox(readConfig(environment))).toBe(false)
    expect(wantsSandbox(readConfig({ ...environment, SANDBOX: 'true' }))).toBe(true)
  })
})

test.each([
  [{ PAY_TO: '0x0000000000000000000000000000000000000000' }, 'PAY_TO: is the zero address'],
  [{ PAY_TO: `${ADDRESS.slice(0, -1)}D` }, 'PAY_TO: has a wrong checksum'],
  [{ PAY_TO_SOLANA: ADDRESS }, 'PAY_TO_SOLANA: must be a Solana address'],
  [{ PAY_TO_ALGORAND: ADDRESS }, 'PAY_TO_ALGORAND: must be an Algorand address'],
  [{ PAY_TO_STELLAR: ADDRESS }, 'PAY_TO_STELLAR: must be a Stellar account'],
  [{ PAY_TO: '<address of that wallet>' }, 'PAY_TO: '],
  [{ OPERATOR_TOKEN: '<openssl rand -hex 32>' }, 'OPERATOR_TOKEN: must have at least 24'],
  [{ PORT: 'x' }, 'PORT: must be a number'],
  [{ PORT: '1.5' }, 'PORT: must be a whole number'],
  [{ PORT: '99999' }, 'PORT: must be at most 65535'],
  [{ FREE_MODE: 'yes' }, 'FREE_MODE: must be'],
  [{ BASE_URL: 'tools.example' }, 'BASE_URL: must be an http:// or https:// address'],
  [{ NETWORKS: 'base' }, 'NETWORKS: must be CAIP-2 ids, such as eip155:8453 for Base'],
  [{ OPERATOR_TOKEN: 'short' }, 'OPERATOR_TOKEN: must have at least 24 characters'],
  [
    { STRIPE_SECRET_KEY: 'hello' },
    'STRIPE_SECRET_KEY: must be a secret or restricted key of Stripe',
  ],
  [{ STRIPE_SECRET_KEY: 'pk_live_abc' }, 'STRIPE_SECRET_KEY: must be a secret or restricted key'],
  [{ STRIPE_NETWORK_ID: 'a b' }, 'STRIPE_NETWORK_ID: must be an id of Stripe'],
  [{ STRIPE_WEBHOOK_SECRET: 'hello' }, 'STRIPE_WEBHOOK_SECRET: must be signing secrets of Stripe'],
  [{ FACILITATOR_AUTHORIZATION: 'token' }, 'FACILITATOR_AUTHORIZATION: must be the whole value'],
  [{ FACILITATOR_KEY_ID: 'a b' }, 'FACILITATOR_KEY_ID: must be the id of a key'],
  [{ NODE_ENV: 'prodution' }, 'NODE_ENV: must be one of development, production, test'],
  [{ HOST: 'hello world' }, 'HOST: must be an address or a host name'],
  [{ METRICS_HOST: '127.0.0.1:9464' }, 'METRICS_HOST: must be an address or a host name'],
  [{ BASE_URL: 'https://a.example/?b' }, 'BASE_URL: must be an address without a query'],
  [{ BASE_URL: 'https://a.example/shop' }, 'BASE_URL: must have no path'],
  [{ RPC_URLS: 'hello' }, 'RPC_URLS: must be nodes by network'],
  [{ RPC_URLS: 'eip155:1=ftp://a.example' }, 'RPC_URLS: must be nodes by network'],
  [{ GAS_COIN_USD: 'base=3000' }, 'GAS_COIN_USD: must be dollars by network'],
  [{ SELLER_REGISTRIES: 'hello' }, 'SELLER_REGISTRIES: must be off, cdp, payai, goplausible'],
])('%j stops the start', (environment, problem) => {
  expect(() => readConfig(environment)).toThrow(problem)
})

test('an unusable setting of a capability stops the start, and its text is not shown', () => {
  const declared = [
    {
      name: 'LIMIT',
      description: 'Limit.',
      schema: z.coerce.number({ error: 'must be a number' }),
    },
  ]
  expect(() => assertUsable(readConfig({ LIMIT: 'secret' }), declared)).toThrow(
    'Unusable settings:\n  LIMIT: must be a number',
  )
  expect(() => assertUsable(readConfig({ LIMIT: '7' }), declared)).not.toThrow()
})

test.each([
  [{ EXA_API_KEY: 'not a key' }, 'EXA_API_KEY: must be a key: ASCII without spaces or line breaks'],
  [{ EXA_API_KEY: 'key\n' }, 'EXA_API_KEY: must be a key'],
  [{ MODEL_NAME: 'a\nb' }, 'MODEL_NAME: must be one line of text'],
])('%j is no text of a capability', (environment, problem) => {
  const declared = Object.keys(environment).map((name) => ({ name, description: 'Any.' }))
  expect(() => assertUsable(readConfig(environment), declared)).toThrow(problem)
})

test.each([
  [{ PURSE_KEY_SOLANA: JSON.stringify(Array(64).fill(1)) }, /a secret half and its own public key/],
  [{ PURSE_KEY_ALGORAND: 'abandon '.repeat(24) + 'invest' }, /in base64, .*, not 25 words/],
])('%j is no key of the purse', (environment, problem) => {
  expect(() => readConfig(environment)).toThrow(problem)
})

describe('a warning', () => {
  const declared = [{ name: 'EXA_API_KEY', description: 'Key.' }]
  const warned = (environment: Record<string, string>) =>
    settingWarnings(readConfig(environment), {
      declared,
      tools: new Set(['hash', 'text']),
    })

  test('is not given for what a shell sets', () => {
    const shell = { HOME: '/root', PATH: '/bin', HOSTNAME: 'a', USER: 'u', NODE_OPTIONS: '-r x' }
    expect(warned(shell)).toEqual([])
  })
  test('is not given for what belongs to a purse that is there, or to that of the sandbox', () => {
    const [own, caps] = [{ PURSE_KEY_TEMPO: `0x${'1'.repeat(64)}` }, { PURSE_DAY_USD: '7' }]
    expect(
      warned({
        PAY_TO: ADDRESS,
        ...own,
        ...caps,
        PURSE_TEMPO_TOKEN: 'pathUSD',
      }),
    ).toEqual([])
    expect(warned(caps)).toEqual([])
  })
  test('is not given where one setting names the nodes of tools and payments', () => {
    const nodes = 'https://b.example, https://c.example'
    const config = readConfig({ PAY_TO: ADDRESS, EVM_RPC_BASE_URL: nodes })
    expect(config.settlement.RPC_URLS).toEqual({
      'eip155:8453': 'https://b.example',
    })
    const both = {
      RPC_URLS: 'eip155:8453=https://c.example',
      EVM_RPC_BASE_URL: nodes,
    }
    expect(readConfig(both).settlement.RPC_URLS).toEqual({
      'eip155:8453': 'https://c.example',
    })
    for (const given of [{ EVM_RPC_BASE_URL: nodes }, both])
      expect(warned({ PAY_TO: ADDRESS, ...given })).toEqual([])
  })
  test.each([
    [{ PAYTO: ADDRESS }, 'PAYTO is not a setting: do you mean PAY_TO?'],
    [{ EXA_API_KEYS: 'k' }, 'EXA_API_KEYS is not a setting: do you mean EXA_API_KEY?'],
    [{ NETWROKS: 'eip155:1' }, 'NETWROKS is not a setting: do you mean NETWORKS?'],
    [{ base_url: 'https://x.example' }, 'base_url is not a setting: do you mean BASE_URL?'],
    [{ UPSTREAM_NOBODY_URL: 'https://x.example' }, 'UPSTREAM_NOBODY_URL is not a setting.'],
    [{ PURSE_KEY_SOL: 'k' }, 'PURSE_KEY_SOL is not a setting.'],
    [{ FREE_MODE: 'true', PAY_TO: ADDRESS }, 'nobody pays, though PAY_TO is set'],
    [{ HOST: '0.0.0.0' }, 'BASE_URL is not set'],
    [{ SETTLEMENT_KEY: `0x${'1'.repeat(64)}`, PAY_TO: ADDRESS }, 'RPC_URLS names no node'],
    [{ SANDBOX: 'true', NODE_ENV: 'production' }, 'SANDBOX is on'],
    [{ NODE_ENV: 'production' }, 'PAY_TO is not set: no wallet can pay on this instance.'],
    [{ NETWORKS: 'eip155:8453' }, 'NETWORKS is not used: PAY_TO is not set.'],
    [{ RPC_URLS: 'eip155:8453=https://a.example' }, 'RPC_URLS is not used: PAY_TO is not set.'],
    [
      { PAY_TO: ADDRESS, RPC_URLS: 'eip155:8453=https://a.example' },
      'RPC_URLS names a node of Base for payments only: EVM_RPC_BASE_URL is for tools too.',
    ],
    [
      {
        PAY_TO: ADDRESS,
        RPC_URLS: 'eip155:8453=https://a.example',
        EVM_RPC_BASE_URL: 'https://b.example',
      },
      'RPC_URLS and EVM_RPC_BASE_URL name different nodes of Base: the first is for payments.',
    ],
    [{ PAY_TO: ADDRESS, PURSE_TEMPO_TOKEN: 'pathUSD' }, 'PURSE_KEY_TEMPO is not set'],
    [{ PAY_TO: ADDRESS, PURSE_ADDRESS: ADDRESS }, 'PURSE_ADDRESS is not used: PURSE_KEY is not'],
    [{ PAY_TO: ADDRESS, PURSE_DAY_USD: '7' }, 'PURSE_DAY_USD is not used: none of PURSE_KEY, '],
    [{ PAY_TO: ADDRESS, CREDITS_SALES: 'on' }, 'CREDITS_SALES is not used: STRIPE_SECRET_KEY'],
    [{ TOOLS_OFF: 'hash,hsah' }, 'TOOLS_OFF names hsah, which is neither a tool nor a family.'],
  ])('is given for %j', (environment, sentence) => {
    expect(warned(environment as Record<string, string>).join('\n')).toContain(sentence)
  })
})
