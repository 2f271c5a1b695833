import { notFound } from '../../base/core/fault.ts'
import { evmAddress, networkField } from '../../engines/onchain/chains/fields.ts'
import type { JsonObject } from '../../base/lib/json-object.ts'
import { auditPart, findingsIn, sectionOf, type AuditPart } from './_audit.ts'
import type { PartReading } from './_audit-parts.ts'
import { ifThere, numberOf, rowsOf, textOf, type ReportTools } from './_report-tools.ts'
import { citing, recordOf, type Section, type Table } from './_document.ts'
import { explorerOf, Part, plural, Rows } from './_fields.ts'
import { pairsOf, priceOf } from './_market-parts.ts'
import * as read from './_token-parts.ts'

/** A token, by the tools of the chains. */

export const tokenFields = {
  address: evmAddress().describe('The token contract.'),
  network: networkField('base'),
}

/** The fields of a risk report in addition to its text. */
export const tokenRiskFields = {
  contract: Part.describe('Code, token and source as the chain and its explorers tell of them.'),
  holders: Part.nullable().describe('The largest holders; null where it could not be asked.'),
  liquidity: Part.describe('Price by a pool, and trading pairs; null where it failed.'),
  security: Part.nullable().describe('Powers of the owner and a simulated sale; null without.'),
  findings: Rows.describe('Dangers that were seen, the gravest first. None is no proof of safety.'),
  evidence: Rows.describe('What each part stands on, with its block where the chain was read.'),
}

export interface TokenAsked {
  readonly address: string
  readonly network: string
}

export interface TokenSeen {
  readonly symbol: string
  readonly url: string
  readonly answers: Readonly<Record<TokenPart, JsonObject | null>>
  readonly parts: readonly AuditPart[]
}

type TokenPart = (typeof PARTS)[number][0]

const PARTS = [
  ['code', 'Contract', 'contract-code', read.codeOf],
  ['token', 'Token', 'token-metadata', read.metadataOf],
  ['source', 'Source code', 'contract-source', read.sourceCodeOf],
  ['security', 'Security', 'token-security', read.securityOf],
  ['holders', 'Holders', 'token-holders', read.holdersOf],
  ['price', 'Price', 'token-price', priceOf],
  ['pairs', 'Trading pairs', 'dex-pairs', pairsOf],
] as const

const HOLDERS_ASKED = 20

const inputOf = (tool: string, { address, network }: TokenAsked): JsonObject => {
  switch (tool) {
    case 'contract-code':
      return { address, network }
    case 'contract-source':
      return { address, network }
    case 'token-price':
      return { tokens: address, network }
    case 'token-holders':
      return { token: address, network, limit: HOLDERS_ASKED }
    default:
      return { token: address, network }
  }
}

/** Calls every tool that is set up here. Others are reported as missing. */
export async function tokenOf(asked: TokenAsked, tools: ReportTools): Promise<TokenSeen> {
  const { address, network } = asked
  const code = await tools.must('contract-code', inputOf('contract-code', asked))
  if (code['isContract'] !== true)
    throw notFound(`address: ${address} is no contract on ${network}.`)
  const rest = PARTS.slice(1)
  const told = await Promise.all(
    rest.map(([, title, tool]) => ifThere(tools, title, tool, inputOf(tool, asked))),
  )
  const all = [code, ...told]
  const answers = Object.fromEntries(
    PARTS.map(([id], at) => [id, all[at] ?? null]),
  ) as TokenSeen['answers']
  const url = explorerOf(network, address)
  const symbol = textOf(answers.token, 'symbol')?.slice(0, 40) ?? address
  const retrievedAt = new Date(tools.now()).toISOString()
  const reads = PARTS.map(([, , , reader], at): PartReading | null => {
    const answer = all[at]
    return answer ? reader(answer) : null
  })
  const parts = PARTS.map(([id, title], at) => {
    const answer = all[at] ?? null
    const publisher = textOf(answer, 'source')
    const about = { id, title, subject: symbol, url, publisher, retrievedAt }
    return auditPart(about, answer, id === 'security' ? withoutEchoes(reads, at) : reads[at]!)
  })
  return { symbol, url, answers, parts }
}

/** Removes findings that another part reports more directly. */
function withoutEchoes(reads: readonly (PartReading | null)[], at: number): PartReading | null {
  const own = reads[at] ?? null
  const others = reads.filter((_, place) => place !== at)
  const told = new Set(others.flatMap((one) => one?.findings.map(({ id }) => id) ?? []))
  return own && { ...own, findings: own.findings.filter(({ id }) => !told.has(id)) }
}

/** The section with the findings of all parts. It gives no verdict. */
export function findingsSection({ parts, symbol, url }: TokenSeen, tools: ReportTools): Section {
  const findings = findingsIn(parts)
  const counts = (['high', 'medium', 'low'] as const).map(
    (severity) => `${findings.filter((one) => one.severity === severity).length} ${severity}`,
  )
  const read = parts.filter(({ source }) => source !== null).length
  const line =
    `${plural(findings.length, 'finding')} on ${symbol}: ${counts.join(', ')}. ` +
    `${read} of ${plural(parts.length, 'part')} could be read. This is no verdict.`
  const record = recordOf({
    title: `Findings on ${symbol}`,
    url,
    publisher: 'counted here from the parts below',
    retrievedAt: new Date(tools.now()).toISOString(),
    text: line,
  })
  return { id: 'findings', title: 'Findings', sentences: [citing(line, record)] }
}

/** A section for each part; the holders with their table. */
export const partSections = ({ parts, answers }: TokenSeen): readonly Section[] =>
  parts.map((part) => {
    const table = part.id === 'holders' ? holdersTable(answers.holders) : null
    return { ...sectionOf(part), ...(table && { table }) }
  })

export const riskFieldsOf = (seen: TokenSeen) => {
  const { code, token, source, holders, security, price, pairs } = seen.answers
  return {
    contract: { ...code, token, source: briefly(source) },
    holders: holders && { ...holders },
    liquidity: { price, pairs },
    security: security && { ...security },
    findings: findingsIn(seen.parts),
    evidence: evidenceOf(seen),
  }
}

/** The largest holders, the largest first. */
function holdersTable(answer: JsonObject | null): Table | null {
  const rows = rowsOf(answer, 'holders')
  if (rows.length === 0) return null
  return {
    name: 'holders',
    label: 'Largest holders, in percent of the supply',
    columns: ['Address', 'Share', 'Kind'],
    rows: rows.map((row) => [
      textOf(row, 'address'),
      numberOf(row, 'pct'),
      row['isContract'] === true ? 'contract' : row['isContract'] === false ? 'account' : null,
    ]),
    chart: { kind: 'rows', labels: 0, values: [1], says: 'What part of all each address holds.' },
  }
}

/** The evidence of each part, for programs. */
const evidenceOf = ({ parts, answers }: TokenSeen) =>
  parts.map(({ id, title, source }) => ({
    part: id,
    title,
    read: source !== null,
    url: source?.url ?? null,
    source: source?.publisher ?? null,
    blockNumber: numberOf(answers[id as TokenPart], 'blockNumber'),
  }))

/** An answer without its long fields. */
function briefly(answer: JsonObject | null): JsonObject | null {
  if (!answer) return null
  const { sources: _sources, abi: _abi, ...rest } = answer
  return rest
}
