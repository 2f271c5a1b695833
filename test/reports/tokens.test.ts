import { describe, expect, test } from 'vitest'
import { runTool } from '../../src/selling/call/run.ts'
import { notFound } from '../../src/base/core/fault.ts'
import type { JsonObject } from '../../src/base/lib/json-object.ts'
import { callContext } from '../support/call-context.ts'
import { catalogOfTools } from '../support/catalog.ts'
import { runExample } from '../support/run-tool.ts'
import { worldFor } from '../support/world.ts'

const { tools } = await catalogOfTools()
const TOKEN = '0x4200000000000000000000000000000000000006'
const OWNER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A token with every danger that the tools can tell, each as its tool answers it. */
const ANSWERS: Readonly<Record<string, JsonObject>> = {
  'contract-code': {
    isContract: true,
    bytes: 1_200,
    codeHash: '0x11',
    standards: ['ERC-20'],
    proxy: { kind: 'EIP-1967', implementation: TOKEN, admin: OWNER },
    blockNumber: 77,
  },
  'token-metadata': {
    name: 'Odd',
    symbol: 'USDC',
    standard: 'erc20',
    genuine: false,
    decimals: 6,
    totalSupply: '1000000',
    owner: OWNER,
    paused: true,
  },
  'contract-source': {
    verified: true,
    match: 'exact_match',
    name: 'Odd',
    compiler: '0.8.20',
    files: ['Odd.sol'],
    sources: {
      'Odd.sol': {
        content: 'contract Odd { function f() public { selfdestruct(payable(msg.sender)); } }',
      },
    },
  },
  'token-security': {
    mintable: true,
    pausable: false,
    findings: [
      { code: 'blacklist', severity: 'high', evidence: 'function block(address)' },
      { code: 'cannot-be-sold', severity: 'high', evidence: 'simulation: pool' },
      { code: 'namesake', severity: 'high', evidence: 'function: symbol()' },
    ],
    simulation: { buyable: true, sellable: false, buyTaxPct: 3, sellTaxPct: null },
    notChecked: ['Source: it was not asked.'],
  },
  'token-holders': {
    holders: [
      { address: OWNER, pct: 61.5, isContract: false },
      { address: TOKEN, pct: 30, isContract: true },
    ],
    top1Pct: 61.5,
    top10Pct: 91.5,
    holderCount: 12,
  },
  'token-price': {
    prices: [{ priceUsd: 0.01, liquidityUsd: 4_000, method: 'pool', pool: OWNER }],
    missing: [],
  },
  'dex-pairs': {
    pairs: [{ dex: 'Uniswap', liquidityUsd: 4_000, ageHours: 5 }],
    totalLiquidityUsd: 4_000,
  },
  'solidity-scan': {
    contracts: ['Odd'],
    externalCalls: 1,
    findings: [
      {
        rule: 'selfdestruct',
        severity: 'high',
        line: 1,
        advice: 'Whoever may call this takes all.',
      },
    ],
  },
  'address-screen': { verdict: 'match' },
  'wallet-nonce': { latest: 3 },
}

interface Answer {
  readonly findings: readonly { readonly id: string; readonly part: string }[]
  readonly sections: readonly {
    readonly id: string
    readonly sentences: readonly { readonly text: string }[]
  }[]
  readonly tables: readonly { readonly name: string; readonly rows: readonly unknown[] }[]
}

async function made(slug: string, answers: Readonly<Record<string, JsonObject>>): Promise<Answer> {
  const tool = tools.find((one) => one.slug === slug)!
  const world = await worldFor(tool, Date.parse('2026-01-01T00:10:00Z'))
  Object.assign(world.host, {
    toolOf: async (asked: string) => (answers[asked] ? { price: 0, pure: false } : undefined),
    run: async (asked: string) => {
      const answer = answers[asked]
      if (!answer) throw notFound(`${asked} is not here.`)
      return answer
    },
  })
  const input = { address: TOKEN, network: 'base', format: 'markdown' }
  return (await runTool(tool, input, callContext(), world)) as Answer
}

describe.each(['token-risk', 'token-risk-pro'])('%s', (slug) => {
  test('tells each danger that a tool has seen, and judges nothing', async () => {
    const { findings, sections, tables } = await made(slug, ANSWERS)
    const ids = findings.map(({ id }) => id)
    for (const id of [
      'namesake',
      'paused',
      'cannot-be-sold',
      'blacklist',
      'one-holder',
      'upgradeable',
    ])
      expect(ids).toContain(id)
    // What two tools have seen is told once, by the one that saw it at first hand.
    expect(findings.filter(({ id }) => id === 'namesake')).toMatchObject([{ part: 'token' }])
    expect(ids.filter((id) => id === 'cannot-be-sold')).toHaveLength(1)
    expect(ids.includes('source-selfdestruct')).toBe(slug === 'token-risk-pro')
    expect(ids.includes('owner-sanctioned')).toBe(slug === 'token-risk-pro')
    expect(tables.find(({ name }) => name === 'holders')?.rows[0]).toEqual([OWNER, 61.5, 'account'])
    const text = sections.flatMap(({ sentences }) => sentences.map((one) => one.text)).join('\n')
    expect(text).toContain('This is no verdict.')
    expect(text).toContain('Not looked at: Source: it was not asked.')
    expect(text).toContain('One address holds 61.5% of the supply.')
  })

  test('names each tool that this instance lacks, and finds nothing in its place', async () => {
    const few = {
      'contract-code': ANSWERS['contract-code']!,
      'token-metadata': { symbol: 'ODD', standard: 'erc20' },
    }
    const { findings, sections } = await made(slug, few)
    expect(findings.map(({ id }) => id)).toEqual(['upgradeable'])
    const lost = sections.find(({ id }) => id === 'not-found')?.sentences.map((one) => one.text)
    for (const tool of ['contract-source', 'token-security', 'token-holders', 'dex-pairs'])
      expect(lost?.join('\n')).toContain(`${tool} is not set up`)
  })

  test('has nothing to say of an address without code', async () => {
    const wallet = { ...ANSWERS, 'contract-code': { isContract: false } }
    await expect(made(slug, wallet)).rejects.toMatchObject({ code: 'not_found' })
  })
})

test.each(['token-risk', 'token-risk-pro'])(
  '%s runs the security check itself',
  { tags: 'long' },
  async (slug) => {
    const tool = tools.find((one) => one.slug === slug)!
    const answer = (await runExample(
      tool.spec,
      { address: TOKEN },
      '2026-01-01T00:10:00Z',
    )) as unknown as Answer & {
      readonly security: { readonly simulation: unknown } | null
      readonly evidence: readonly { readonly part: string; readonly read: boolean }[]
    }
    expect(answer.security?.simulation).toMatchObject({ buyable: true, sellable: true })
    expect(answer.evidence).toContainEqual(
      expect.objectContaining({ part: 'security', read: true, blockNumber: expect.any(Number) }),
    )
    expect(answer.findings.filter(({ id }) => id === 'source-not-verified')).toHaveLength(1)
  },
)

describe('token-brief', () => {
  const brief = async (input: Record<string, unknown>) =>
    runExample(
      tools.find(({ slug }) => slug === 'token-brief')!.spec,
      { format: 'json', ...input },
      '2026-01-01T00:10:00Z',
    )

  test('a network that is none is refused by its name', async () => {
    for (const input of [{ coin: 'ETH' }, { address: TOKEN }])
      await expect(brief({ ...input, network: 'moon' })).rejects.toMatchObject({
        code: 'bad_input',
        message: expect.stringMatching(/^network: .*base/) as unknown,
      })
  })

  test('a coin that no market knows is not charged, and the field is named', async () => {
    for (const coin of ['NOSUCH', 'no such coin at all'])
      await expect(brief({ coin })).rejects.toMatchObject({
        code: 'not_found',
        message: `coin: no market is known for ${coin}.`,
      })
  })

  test('what is not asked of a coin without a contract is told', async () => {
    const { sections } = (await brief({ coin: 'ETH' })) as unknown as Answer
    const lost = sections.find(({ id }) => id === 'not-found')?.sentences.map((one) => one.text)
    expect(lost?.join('\n')).toContain('Supply and price by a pool: no contract was named')
  })
})
