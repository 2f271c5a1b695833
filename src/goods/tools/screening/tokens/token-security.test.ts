import { beforeAll, expect, test } from 'vitest'
import {
  ALICE,
  BASE_USDC,
  BASE_WETH,
  BOB,
  DANGER,
  evmWorld,
  PLAIN,
  PROXY,
  type EvmWorld,
} from '../../../../../test/support/evm-world.ts'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { powersInAbi, readCode } from './_token-powers.ts'
import tokenSecurity from './token-security.ts'

const FACTORY_2 = '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6'
const FACTORY_3 = '0x33128a8fC17869897dcE68Ed026d694621f6FDfD'
/** The same token without a published source. */
const HIDDEN = '0x000000000000000000000000000000000000DA02'.toLowerCase()
const PAIR = '0x00000000000000000000000000000000000da2a1'
const TAXED_POOL = '0x00000000000000000000000000000000000da3a1'
const FRESH = '2026-01-01T00:10:00Z'
const NOBODY = `0x${'0'.repeat(40)}`

let world: EvmWorld
beforeAll(async () => {
  world = await evmWorld()
  await Promise.all([
    world.plant(DANGER, 'DangerToken'),
    world.plant(HIDDEN, 'DangerToken'),
    world.plant(FACTORY_2, 'Factory2'),
    world.plant(PAIR, 'Pair2'),
    world.plant(TAXED_POOL, 'Pool3'),
  ])
  const million = 10n ** 24n
  await world.run(DANGER, 'give(address, uint256)', [PAIR, million])
  await world.run(BASE_USDC, 'transfer(address, uint256)', [PAIR, 50_000_000_000n])
  await world.run(PAIR, 'put(address, address, uint112, uint112)', [
    DANGER,
    BASE_USDC,
    million,
    50_000_000_000n,
  ])
  await world.run(FACTORY_2, 'put(address, address, address)', [DANGER, BASE_USDC, PAIR])
  // A price of one dollar in a pool of Uniswap v3: 10^-12 in base units.
  await world.run(HIDDEN, 'give(address, uint256)', [TAXED_POOL, million])
  await world.run(BASE_USDC, 'transfer(address, uint256)', [TAXED_POOL, 20_000_000_000n])
  const put = 'put(address, address, uint24, uint160, int24, int24, uint128, bool)'
  const root = 2n ** 96n / 1_000_000n
  await world.run(TAXED_POOL, put, [HIDDEN, BASE_USDC, 500, root, 0, 0, 1n, false])
  await world.run(FACTORY_3, 'put(address, address, uint24, address)', [
    HIDDEN,
    BASE_USDC,
    500,
    TAXED_POOL,
  ])
})

const check = async (token: string) => runExample(tokenSecurity, { token }, FRESH)
const codesOf = (answer: Record<string, unknown>): readonly string[] =>
  (answer['findings'] as { code: string }[]).map(({ code }) => code)

interface Set {
  readonly owner?: string
  readonly buy?: bigint
  readonly sell?: bigint
  readonly sells?: boolean
  readonly open?: boolean
}
const set = async (token: string, market: string, given: Set = {}) => {
  const { owner = ALICE, buy = 0n, sell = 0n, sells = true, open = false } = given
  const put = 'put(address, address, uint256, uint256, bool, bool)'
  await world.run(token, put, [owner, market, buy, sell, sells, open])
}

test('a token without taxes can be bought and sold in a pool of Uniswap v3', async () => {
  expect(await check(BASE_WETH)).toMatchObject({
    name: 'Wrapped Ether',
    verified: false,
    owner: ALICE,
    renounced: false,
    // The source is not published, and the code has no selector of such a function.
    mintable: null,
    simulation: {
      buyable: true,
      sellable: true,
      buyTaxPct: 0,
      sellTaxPct: 0,
      quote: 'USDC',
      reason: null,
    },
    liquidityUsd: 99_980,
    notChecked: [],
  })
})

test('a tax is the part that does not arrive, and powers are in the verified ABI', async () => {
  await set(DANGER, PAIR, { buy: 3n, sell: 12n })
  const answer = await check(DANGER)
  expect(answer).toMatchObject({
    verified: true,
    owner: ALICE,
    mintable: true,
    pausable: true,
    blacklistable: false,
    feeChangeable: false,
    simulation: { buyable: true, sellable: true, buyTaxPct: 3, sellTaxPct: 12, pool: PAIR_SUM },
    findings: expect.arrayContaining([
      { code: 'sell-tax', severity: 'high', evidence: expect.stringContaining('12 %') as unknown },
      { code: 'buy-tax', severity: 'medium', evidence: expect.anything() as unknown },
      {
        code: 'mintable',
        severity: 'medium',
        evidence: `function mint(address,uint256) in the verified ABI of ${DANGER}`,
      },
    ]) as unknown,
  })
  expect(codesOf(answer)).not.toContain('source-not-verified')
  expect(codesOf(answer)).not.toContain('anybody-mints')
})
const PAIR_SUM = expect.stringMatching(new RegExp(PAIR, 'i')) as unknown

test('a token that cannot be sold is reported with the message of the contract', async () => {
  await set(DANGER, PAIR, { sells: false })
  const answer = await check(DANGER)
  expect(answer).toMatchObject({
    simulation: {
      buyable: true,
      sellable: false,
      buyTaxPct: 0,
      sellTaxPct: null,
      reason: 'no sale',
    },
    findings: expect.arrayContaining([
      expect.objectContaining({ code: 'cannot-be-sold', severity: 'high' }),
    ]) as unknown,
  })
  // If the token keeps all of a sale, nothing is sold.
  await set(DANGER, PAIR, { sell: 100n })
  expect(await check(DANGER)).toMatchObject({ simulation: { sellable: false, sellTaxPct: 100 } })
  await set(DANGER, PAIR, { buy: 100n })
  expect(await check(DANGER)).toMatchObject({ simulation: { buyable: false, sellable: null } })
})

test('a given-up ownership and a mint open to everybody are reported', async () => {
  await set(DANGER, PAIR, { owner: NOBODY })
  const gone = await check(DANGER)
  expect(gone).toMatchObject({ owner: null, renounced: true, mintable: true })
  expect(gone['findings']).toContainEqual(
    expect.objectContaining({ code: 'mintable', severity: 'low' }),
  )
  await set(DANGER, PAIR, { open: true })
  expect((await check(DANGER))['findings']).toContainEqual({
    code: 'anybody-mints',
    severity: 'high',
    evidence: 'simulation: mint(address,uint256) by an unknown account created one unit more',
  })
})

test('without source, powers are found by selector; a missing one proves nothing', async () => {
  await set(HIDDEN, TAXED_POOL)
  const answer = await check(HIDDEN)
  expect(answer).toMatchObject({
    verified: false,
    mintable: true,
    pausable: true,
    blacklistable: true,
    feeChangeable: true,
    simulation: { buyable: true, sellable: true },
  })
  expect(codesOf(answer)).toContain('source-not-verified')
  // A pool of Uniswap v3 must receive the full amount that it asks for.
  await set(HIDDEN, TAXED_POOL, { sell: 5n })
  expect(await check(HIDDEN)).toMatchObject({
    simulation: { sellable: false, sellTaxPct: 5, reason: 'IIA' },
  })
})

test('a paused token, a proxy, a missing pool and a missing contract are reported', async () => {
  await world.run(DANGER, 'pause()', [])
  expect(codesOf(await check(DANGER))).toEqual(
    expect.arrayContaining(['paused', 'cannot-be-bought']),
  )
  await world.run(DANGER, 'unpause()', [])
  const proxy = await check(PROXY)
  expect(proxy).toMatchObject({
    proxy: { kind: 'EIP-1967' },
    simulation: null,
    liquidityUsd: null,
    notChecked: ['Buy and sale: No pool of Uniswap v2 or v3 against USDC, USDT or WETH.'],
  })
  expect(codesOf(proxy)).toContain('upgradeable')
  expect(codesOf(await check(PLAIN))).toContain('thin-liquidity')
  await expect(check(BOB)).rejects.toThrow('token: has no code on Base.')
  await expect(runExample(tokenSecurity, { token: DANGER, network: 'moon' })).rejects.toThrow(
    /network: .*base/,
  )
})

test('selectors count where code compares them, not where it only pushes or stores them', () => {
  // PUSH4 40c10f19, EQ; PUSH4 8456cb59, MSTORE; PUSH6 with an opcode inside; metadata with f4.
  const code = '0x806340c10f1914638456cb595265f4f4f4f4f4f400'
  expect(readCode(code)).toEqual({ selectors: new Set(['40c10f19']), delegates: false })
  expect(readCode(`${code}a1f4f4f4f4f4f40007`)).toMatchObject({ delegates: false })
  expect(readCode(`${code}f4`)).toMatchObject({ delegates: true })
})

test.each([
  ['mint', ['uint256', 'address'], []],
  ['configureMinter', ['address', 'uint256'], []],
  ['bridgeMint', ['address', 'uint256'], ['mint']],
  ['setBuyTax', ['uint256'], ['fee']],
  ['setTaxWallet', ['address'], []],
  ['addBotsToList', ['address[]'], ['blacklist']],
  ['bottom', [], []],
  ['destroyBlackFunds', ['address'], ['seize']],
] as const)('%s(%j) is %j', (name, types, expected) => {
  const item = { type: 'function', name, inputs: types.map((type) => ({ type })) }
  const powers = powersInAbi([item, null, { type: 'event' }], 'here').map(({ power }) => power)
  expect(powers).toEqual(expected)
  expect(powersInAbi([{ ...item, stateMutability: 'view' }], 'here')).toEqual([])
})
