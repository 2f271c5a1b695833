import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../../base/lib/canonical-json.ts'
import { isObject, textOr, type JsonObject } from '../../../../base/lib/json-object.ts'
import { COMPARED, EXCERPT_MAX, findingsOf, nameOf, type Finding } from './_mcp-tool-rules.ts'

export interface Change {
  readonly tool: string
  readonly what: string
}

export interface Scanned {
  readonly tools: number
  readonly findings: readonly Finding[]
  readonly changed: readonly Change[]
  readonly hash: string
}

const FINDINGS_MAX = 500

/** Finds problems in the tools of a server, and differences from an earlier list of them. */
export function work(given: {
  readonly tools: readonly unknown[]
  readonly before?: readonly unknown[] | undefined
}): Scanned {
  const tools = given.tools.filter(isObject)
  const names = tools.map(nameOf)
  const findings = [
    ...tools.flatMap((tool) => findingsOf(tool)),
    ...shadowsIn(names),
    ...steersIn(tools, names),
  ]
  return {
    tools: tools.length,
    findings: findings.slice(0, FINDINGS_MAX),
    changed: given.before ? changesOf(given.before.filter(isObject), tools) : [],
    hash: createHash('sha256')
      .update(canonicalJson(shownOf(tools)))
      .digest('hex'),
  }
}

/** The parts of each tool that a model is shown, in the order of their names. */
const shownOf = (tools: readonly JsonObject[]) =>
  tools
    .map((tool) => ({
      name: nameOf(tool),
      ...Object.fromEntries(COMPARED.flatMap((key) => (key in tool ? [[key, tool[key]]] : []))),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))

function changesOf(before: readonly JsonObject[], after: readonly JsonObject[]): readonly Change[] {
  const [old, now] = [before, after].map((tools) => new Map(tools.map((one) => [nameOf(one), one])))
  if (!old || !now) return []
  const gone = [...old.keys()].filter((name) => !now.has(name))
  const changed = [...now].flatMap(([tool, one]): Change[] => {
    const then = old.get(tool)
    if (!then) return [{ tool, what: 'added' }]
    return COMPARED.filter(
      (key) => canonicalJson(then[key] ?? null) !== canonicalJson(one[key] ?? null),
    ).map((what) => ({ tool, what }))
  })
  return [...changed, ...gone.map((tool) => ({ tool, what: 'removed' }))].slice(0, FINDINGS_MAX)
}

/** Names that a reader may confuse. */
function shadowsIn(names: readonly string[]): readonly Finding[] {
  const seen = new Map<string, string>()
  return names.flatMap((name): Finding[] => {
    const plain = name
      .normalize('NFKD')
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase()
    const first = seen.get(plain)
    seen.set(plain, first ?? name)
    if (first === undefined || plain === '') return []
    const kind = first === name ? 'same-name' : 'name-shadows'
    return [
      {
        tool: name.slice(0, 200),
        kind,
        severity: 'high',
        where: '/name',
        excerpt: first.slice(0, EXCERPT_MAX),
      },
    ]
  })
}

const STEERS =
  /\b(?:before|prior to|instead of|rather than|after|whenever|every time)\b[^.!?]{0,60}\b(?:any|all|other|every|another)\b[^.!?]{0,20}\btools?\b/i
const ORDERS = /\b(?:before|instead of|rather than|do not use|don.t use|never use|always call)\b/i
const NAMED_MAX = 300

/** Descriptions that say when to call other tools, or not to call them. */
function steersIn(tools: readonly JsonObject[], names: readonly string[]): readonly Finding[] {
  const others = names.filter((name) => name.length >= 4).slice(0, NAMED_MAX)
  return tools.flatMap((tool): Finding[] => {
    const [name, text] = [nameOf(tool), textOr(tool['description'], '')]
    const [general] = STEERS.exec(text) ?? []
    const sentences = text.split(/(?<=[.!?])\s/).filter((one) => ORDERS.test(one))
    const named = sentences.find((one) =>
      others.some((other) => other !== name && one.includes(other)),
    )
    const excerpt = general ?? named
    if (excerpt === undefined) return []
    const severity = general === undefined ? 'low' : 'medium'
    return [
      {
        tool: name.slice(0, 200),
        kind: 'steers-other-tools',
        severity,
        where: '/description',
        excerpt: excerpt.slice(0, EXCERPT_MAX).toWellFormed(),
      },
    ]
  })
}
