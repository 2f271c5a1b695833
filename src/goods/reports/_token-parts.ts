import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { listOf, when, type Finding, type PartReading, type Severity } from './_audit-parts.ts'
import { numberOf, rowsOf, textOf } from './_report-tools.ts'
import { fineNumber, plural, wholeNumber } from './_fields.ts'

/** Reads the answers of the tools on a token into lines and findings. */

export function codeOf(answer: JsonObject): PartReading {
  const proxy = isObject(answer['proxy']) ? answer['proxy'] : null
  const kind = textOf(proxy, 'kind') ?? ''
  const admin = textOf(proxy, 'admin')
  const runs = textOf(proxy, 'implementation') ?? 'code not told'
  const block = numberOf(answer, 'blockNumber') ?? 0
  return {
    lines: [
      `Code: ${plural(numberOf(answer, 'bytes') ?? 0, 'byte')} at block ${block}`,
      `Hash of the code: ${textOf(answer, 'codeHash') ?? 'not told'}`,
      `Standards that it claims: ${listOf(answer, 'standards').join(', ') || 'none'}`,
      proxy
        ? `Proxy: ${kind}, runs ${runs}, admin ${admin ?? 'not told'}`
        : 'Proxy: no known pattern',
    ],
    findings: when(proxy !== null && !FIXED.has(kind), {
      id: 'upgradeable',
      severity: 'medium',
      text: `The code can be replaced: it is a proxy (${kind})${admin === null ? '' : ` of the admin ${admin}`}.`,
      fix: null,
    }),
  }
}

/** Proxies that always run the same code. */
const FIXED: ReadonlySet<string> = new Set(['EIP-1167'])

export function metadataOf(answer: JsonObject): PartReading {
  const owner = textOf(answer, 'owner')
  const symbol = textOf(answer, 'symbol') ?? 'not told'
  const supply = textOf(answer, 'totalSupply') ?? textOf(answer, 'totalSupplyBase')
  return {
    lines: [
      `Name: ${textOf(answer, 'name') ?? 'not told'}; symbol: ${symbol}`,
      `Decimals: ${numberOf(answer, 'decimals') ?? 'not told'}; supply: ${supply ?? 'not told'}`,
      `Owner: ${owner ?? 'none told'}; paused: ${said(answer['paused'])}`,
    ],
    findings: [
      ...when(answer['genuine'] === false, {
        id: 'namesake',
        severity: 'high',
        text: `The symbol ${symbol} is that of a known token, and this is another contract.`,
        fix: null,
      }),
      ...when(answer['paused'] === true, {
        id: 'paused',
        severity: 'high',
        text: 'The token is paused.',
        fix: null,
      }),
      ...when(owner !== null, {
        id: 'owned',
        severity: 'low',
        text: `The contract has an owner: ${owner}.`,
        fix: null,
      }),
      ...when(textOf(answer, 'standard') === null, {
        id: 'no-standard',
        severity: 'medium',
        text: 'It does not answer as a token of a known standard.',
        fix: null,
      }),
    ],
  }
}

const said = (value: unknown): string =>
  value === true ? 'yes' : value === false ? 'no' : 'not told'

export function sourceCodeOf(answer: JsonObject): PartReading {
  const isVerified = answer['verified'] === true
  const files = listOf(answer, 'files')
  return {
    lines: [
      `Source verified: ${said(answer['verified'])}${isVerified ? `, ${textOf(answer, 'match') ?? 'match not told'}` : ''}`,
      ...(isVerified
        ? [
            `Contract: ${textOf(answer, 'name') ?? 'not told'}; compiler: ${textOf(answer, 'compiler') ?? 'not told'}`,
            `Source files: ${wholeNumber(files.length)}`,
          ]
        : []),
    ],
    findings: when(!isVerified, {
      id: 'source-not-verified',
      severity: 'high',
      text: 'No verified source is published for the contract.',
      fix: null,
    }),
  }
}

const SEVERITIES: readonly Severity[] = ['high', 'medium', 'low', 'info']
const severityOf = (word: string | null): Severity =>
  SEVERITIES.find((one) => one === word?.toLowerCase()) ??
  (word?.toLowerCase() === 'critical' ? 'high' : 'medium')

/** A danger in the answer of a risk list. Every row has a code; some also have its meaning. */
const dangerOf = (row: JsonObject): Finding => {
  const code = textOf(row, 'code') ?? 'danger'
  const evidence = textOf(row, 'evidence')
  return {
    id: code,
    severity: severityOf(textOf(row, 'severity')),
    text: `${code.replaceAll(/[-_]/g, ' ')}${evidence === null ? '' : `: ${evidence}`}`,
    fix: null,
  }
}

const POWERS = [
  ['mintable', 'more can be minted'],
  ['pausable', 'transfers can be paused'],
  ['blacklistable', 'holders can be blocked'],
  ['feeChangeable', 'the fee of a transfer can be changed'],
  ['renounced', 'the owner has given up the contract'],
] as const

const CANNOT_SELL = 'cannot-be-sold'

export function securityOf(answer: JsonObject): PartReading {
  const simulation = isObject(answer['simulation']) ? answer['simulation'] : null
  const tax = (name: string) => share(numberOf(simulation, name))
  const cannotSell = simulation?.['buyable'] === true && simulation['sellable'] === false
  return {
    lines: [
      ...POWERS.map(([field, words]) => `${words}: ${said(answer[field])}`),
      simulation
        ? `Simulated: bought ${said(simulation['buyable'])}, sold ${said(simulation['sellable'])}, ` +
          `kept of a buy ${tax('buyTaxPct')}, of a sale ${tax('sellTaxPct')}`
        : 'Simulated: a buy and a sale could not be tried',
      ...listOf(answer, 'notChecked').map((why) => `Not looked at: ${why}`),
    ],
    findings: [
      ...when(cannotSell, {
        id: CANNOT_SELL,
        severity: 'high',
        text: 'In the simulation it could be bought and not sold.',
        fix: null,
      }),
      ...rowsOf(answer, 'findings')
        .map(dangerOf)
        .filter(({ id }) => !(cannotSell && id === CANNOT_SELL)),
    ],
  }
}

const HOLDERS_TOLD = 10
/** Above these shares in percent, a few holders can decide the price of the token. */
const TOP_1 = 50
const TOP_10 = 80

const share = (value: number | null): string =>
  value === null ? 'not told' : `${fineNumber(value)}%`

const holderOf = (row: JsonObject): string =>
  `${textOf(row, 'address') ?? ''}${row['isContract'] === true ? ' (contract)' : ''}: ` +
  `${fineNumber(numberOf(row, 'pct') ?? 0)}% of the supply`

export function holdersOf(answer: JsonObject): PartReading {
  const count = numberOf(answer, 'holderCount')
  const [top1, top10] = [numberOf(answer, 'top1Pct'), numberOf(answer, 'top10Pct')]
  return {
    lines: [
      `Holders: ${count === null ? 'not told' : wholeNumber(count)}`,
      `Share of the largest: ${share(top1)}; of the largest ten: ${share(top10)}`,
      ...rowsOf(answer, 'holders').slice(0, HOLDERS_TOLD).map(holderOf),
    ],
    findings: [
      ...when(top1 !== null && top1 > TOP_1, {
        id: 'one-holder',
        severity: 'high',
        text: `One address holds ${share(top1)} of the supply.`,
        fix: null,
      }),
      ...when(top10 !== null && top10 > TOP_10, {
        id: 'few-holders',
        severity: 'medium',
        text: `Ten addresses hold ${share(top10)} of the supply.`,
        fix: null,
      }),
    ],
  }
}
