import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { when, type PartReading } from './_audit-parts.ts'
import { ifThere, numberOf, rowsOf, textOf, type ReportTools } from './_report-tools.ts'
import type * as token from './_token.ts'

/** The review of a token's source code, and of who controls the contract. */

const SOURCE_CHARACTERS_MAX = 400_000
const FINDINGS_TOLD = 15

/** All files of the verified source, scanned at once. */
export async function reviewOf(
  source: JsonObject | null,
  tools: ReportTools,
): Promise<JsonObject | null> {
  const files = isObject(source?.['sources']) ? Object.values(source['sources']) : []
  const text = files
    .map((file) => (isObject(file) ? textOf(file, 'content') : file))
    .filter((file) => typeof file === 'string')
  if (text.length === 0) {
    tools.missing.push({ part: 'Source review', why: 'no source of the contract could be read.' })
    return null
  }
  const all = text.join('\n').slice(0, SOURCE_CHARACTERS_MAX)
  return ifThere(tools, 'Source review', 'solidity-scan', { source: all })
}

export function reviewRead(answer: JsonObject): PartReading {
  const findings = rowsOf(answer, 'findings').slice(0, FINDINGS_TOLD)
  return {
    lines: [
      `Contracts: ${JSON.stringify(answer['contracts'])}`,
      `Calls outside: ${numberOf(answer, 'externalCalls') ?? 0}`,
    ],
    findings: findings.map((row) => ({
      id: `source-${textOf(row, 'rule')}`,
      severity: severityIn(row),
      text: `${textOf(row, 'rule')} at line ${numberOf(row, 'line') ?? 0}: ${textOf(row, 'advice')}`,
      fix: null,
    })),
  }
}

const severityIn = (row: JsonObject) =>
  (['high', 'medium', 'low', 'info'] as const).find((one) => one === row['severity']) ?? 'info'

/** The owner, or the admin of the proxy. No tool tells who deployed the contract. */
export async function ownerOf(
  { answers }: token.TokenSeen,
  { network }: token.TokenAsked,
  tools: ReportTools,
): Promise<JsonObject | null> {
  tools.missing.push({ part: 'Deployer', why: 'who made the contract is told by no tool here.' })
  const proxy = answers.code?.['proxy']
  const admin = isObject(proxy) ? textOf(proxy, 'admin') : null
  const address = textOf(answers.token, 'owner') ?? admin
  if (address === null) {
    tools.missing.push({ part: 'Who controls it', why: 'no owner and no admin is told.' })
    return null
  }
  const [screened, code, sent] = await Promise.all([
    ifThere(tools, 'Sanctions on the owner', 'address-screen', { address, networks: network }),
    ifThere(tools, 'Code of the owner', 'contract-code', { address, network }),
    ifThere(tools, 'Transactions of the owner', 'wallet-nonce', { address, network }),
  ])
  const role = address === admin ? 'admin' : 'owner'
  return { address, role, screened, isContract: code?.['isContract'] ?? null, sent }
}

export function ownerRead(answer: JsonObject): PartReading {
  const { address, role, isContract } = answer
  const screened = isObject(answer['screened']) ? answer['screened'] : null
  const verdict = textOf(screened, 'verdict')
  const kind = isContract === true ? 'contract' : isContract === false ? 'account' : 'kind not told'
  return {
    lines: [
      `Its ${String(role)}: ${String(address)} (${kind})`,
      `On lists of sanctions: ${verdict ?? 'not told'}`,
    ],
    findings: [
      ...when(verdict === 'match', {
        id: 'owner-sanctioned',
        severity: 'high',
        text: 'A list of sanctions names who controls it.',
        fix: null,
      }),
      ...when(isContract === false, {
        id: 'one-key',
        severity: 'medium',
        text: 'One key controls it: its owner is an account and no contract.',
        fix: null,
      }),
    ],
  }
}
