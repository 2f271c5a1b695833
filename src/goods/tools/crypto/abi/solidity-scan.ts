import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { isNode, pathOf, RULES, type Node, type Within } from './_solidity-rules.ts'

const FINDINGS_MAX = 500
const NESTING_MAX = 200
const ORDER = ['high', 'medium', 'low', 'info'] as const

const Finding = z.object({
  rule: z.string(),
  severity: z.enum(ORDER),
  line: z.int(),
  excerpt: z.string(),
  advice: z.string(),
})
type Finding = z.output<typeof Finding>

export default defineTool({
  route: 'POST /api/solidity-scan',
  name: 'Scan Solidity',
  description:
    'Scan Solidity source for known dangers, such as tx.origin, delegatecall or reentrancy. Evidence, not an audit.',
  asks: [
    'scan a solidity contract for delegatecall and tx.origin',
    'does this solidity file have reentrancy or selfdestruct',
    'is my smart contract safe',
    'find mistakes in Solidity code',
    'audit',
  ],
  price: '$0.003',
  uses: {},
  place: 'thread',
  heavyField: 'source',
  input: z.object({
    source: text(500 * KB).describe('Solidity source, up to 500 KB; imports are not followed.'),
  }),
  output: z.object({
    findings: z
      .array(Finding)
      .describe('The most severe first. An empty list is no proof of safety.'),
    counts: z.object({ high: z.int(), medium: z.int(), low: z.int(), info: z.int() }),
    pragma: z.string().nullable(),
    contracts: z.array(z.string()),
    externalCalls: z.int().describe('Low-level calls and transfers of ether.'),
    truncated: z.boolean(),
  }),
  examples: [
    {
      input: {
        source:
          'pragma solidity ^0.8.0; contract A { function f() public { selfdestruct(payable(msg.sender)); } }',
      },
      output: {
        findings: [
          {
            rule: 'selfdestruct',
            severity: 'high',
            line: 1,
            excerpt: 'selfdestruct(payable(msg.sender))',
            advice:
              'Anybody who may call this takes all ether. Since the Cancun fork the code stays, except in the transaction that created it.',
          },
          {
            rule: 'floating-pragma',
            severity: 'info',
            line: 1,
            excerpt: 'pragma solidity ^0.8.0;',
            advice: 'Several compiler versions fit. Name the one that was tested.',
          },
        ],
        counts: { high: 1, medium: 0, low: 0, info: 1 },
        pragma: '^0.8.0',
        contracts: ['A'],
        externalCalls: 0,
        truncated: false,
      },
    },
  ],

  async run({ source }) {
    guardNesting(source)
    const { parse } = await import('@solidity-parser/parser')
    let tree: Node
    try {
      tree = parse(source, { range: true, loc: true, tolerant: false }) as unknown as Node
    } catch (thrown) {
      // Of some texts the parser makes no tree, and fails on that.
      const said = thrown instanceof TypeError ? '' : `: ${(thrown as Error).message.slice(0, 200)}`
      throw badInput(`source: is not Solidity that can be parsed${said}`)
    }
    return scanned(tree, source)
  },
})

/** The parser recurses as deep as the brackets are nested. */
function guardNesting(source: string): void {
  let depth = 0
  for (const letter of source) {
    if ('([{'.includes(letter)) depth += 1
    else if (')]}'.includes(letter)) depth -= 1
    if (depth > NESTING_MAX)
      throw badInput(`source: brackets may be nested at most ${NESTING_MAX} deep.`)
  }
}

interface Scan {
  readonly findings: Finding[]
  readonly contracts: string[]
  pragma: string | null
  externalCalls: number
}

function scanned(tree: Node, source: string) {
  const scan: Scan = { findings: [], contracts: [], pragma: null, externalCalls: 0 }
  visit(tree, { definition: null, minor: minorOf(source), isStatement: false }, scan, source)
  const found = scan.findings.toSorted(
    (a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) || a.line - b.line,
  )
  const countOf = (level: Finding['severity']) =>
    found.filter(({ severity }) => severity === level).length
  return {
    findings: found.slice(0, FINDINGS_MAX),
    counts: {
      high: countOf('high'),
      medium: countOf('medium'),
      low: countOf('low'),
      info: countOf('info'),
    },
    pragma: scan.pragma,
    contracts: scan.contracts.slice(0, FINDINGS_MAX),
    externalCalls: scan.externalCalls,
    truncated: found.length > FINDINGS_MAX,
  }
}

function visit(node: Node, within: Within, scan: Scan, source: string): void {
  note(node, scan)
  for (const { rule, severity, advice, shows } of RULES)
    if (shows(node, within))
      scan.findings.push({ rule, severity, ...placeOf(node, source), advice })
  if (node.type === 'FunctionDefinition') scan.findings.push(...reentrancy(node, source))
  const definition = node.type === 'FunctionDefinition' ? node : within.definition
  const isStatement = node.type === 'ExpressionStatement'
  for (const [name, member] of Object.entries(node)) {
    if (name === 'loc' || name === 'range') continue
    for (const inner of [member].flat())
      if (isNode(inner)) visit(inner, { ...within, definition, isStatement }, scan, source)
  }
}

function note(node: Node, scan: Scan): void {
  if (node.type === 'ContractDefinition') scan.contracts.push(String(node['name']))
  if (node.type === 'PragmaDirective' && node['name'] === 'solidity')
    scan.pragma ??= String(node['value'])
  if (isExternalCall(node)) scan.externalCalls += 1
}

const isExternalCall = (node: Node): boolean =>
  node.type === 'FunctionCall' &&
  /\.(call|send|transfer|delegatecall|staticcall)$/.test(pathOf(node['expression']))

/** A value that is written after a call in the same function may be stale while the call runs. */
function reentrancy(definition: Node, source: string): readonly Finding[] {
  const guards = (definition['modifiers'] as readonly Node[]).map(({ name }) => String(name))
  if (guards.some((name) => /reentran|lock|mutex/i.test(name))) return []
  let called: Node | null = null
  let written: Node | null = null
  const walk = (node: Node): void => {
    if (called && !written && isWrite(node)) written = node
    for (const [name, member] of Object.entries(node)) {
      if (name === 'loc' || name === 'range') continue
      for (const inner of [member].flat()) if (isNode(inner)) walk(inner)
    }
    if (node.type === 'FunctionCall' && pathOf(node['expression']).endsWith('.call'))
      called ??= node
  }
  const body = definition['body']
  if (isNode(body)) walk(body)
  if (!written) return []
  const advice =
    'State is written after an external call, which may call back first. Write it before the call.'
  return [{ rule: 'reentrancy', severity: 'high', ...placeOf(written, source), advice }]
}

const WRITES = /^(=|\+=|-=|\*=|\/=|\|=|&=)$/

/** A write to an entry or a member; a plain name may be a local variable. */
const isWrite = (node: Node): boolean =>
  node.type === 'BinaryOperation' &&
  WRITES.test(String(node['operator'])) &&
  isNode(node['left']) &&
  ['IndexAccess', 'MemberAccess'].includes(node['left'].type)

function placeOf(node: Node, source: string) {
  const { loc, range } = node as {
    loc?: { start: { line: number } }
    range?: readonly [number, number]
  }
  const [from, to] = range ?? [0, 0]
  const excerpt = source
    .slice(from, to + 1)
    .replace(/\s+/g, ' ')
    .slice(0, 160)
  return { line: loc?.start.line ?? 1, excerpt }
}

function minorOf(source: string): number | null {
  const found = /pragma\s+solidity[^;]{0,40}?0\.(\d{1,2})/.exec(source)
  return found ? Number(found[1]) : null
}
