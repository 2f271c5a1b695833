import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { injectionsIn } from '../../../lib/injections.ts'
import { isObject, textOr, type JsonObject } from '../../../lib/json-object.ts'

export type Severity = 'low' | 'medium' | 'high'

export interface Finding {
  readonly tool: string
  readonly kind: string
  readonly severity: Severity
  readonly where: string
  readonly excerpt: string
}

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
const EXCERPT_MAX = 160
const DEPTH_MAX = 20
const TEXTS_MAX = 5_000
const LONG_DESCRIPTION = 4_000
const COMPARED = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const

/** What is wrong with the tools of a server, and what differs from an earlier list of them. */
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

const nameOf = (tool: JsonObject): string => textOr(tool['name'], '')

/** What a model is shown of each, in the order of their names. */
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

const CREDENTIALS =
  /~\/\.ssh|\bid_(?:rsa|ed25519)\b|\.aws\/credentials|\.(?:netrc|npmrc|git-credentials|pgpass)\b|\/etc\/(?:passwd|shadow)|\.cursor\/mcp\.json|claude_desktop_config|(?<![\w.])\.env\b|\bwallet\.dat\b|\bkeychain\b/gi
const MARKUP =
  /<\/?(?:important|secret|hidden|critical|instructions?|system|admin|override|sys)\b[^>]{0,60}>/gi
const ODD_NAME = /[^\w./:-]/
const CONTEXT_FIELD =
  /^(?:conversation|chat)_?(?:history|context|log)?s?$|^(?:system_?prompt|previous_?messages|full_?context|user_?context|reasoning|chain_?of_?thought)$/i
const SECRET_FIELD =
  /^(?:password|passwd|api_?key|secret(?:_?key)?|private_?key|access_?token|credentials?|seed_?phrase|mnemonic)$/i
const RUNS_FIELD = /^(?:command|cmd|shell(?:_?command)?|script|bash)$/i
const CHANGES_NAME =
  /(?:^|[_.-])(?:delete|remove|drop|write|send|exec(?:ute)?|run|kill|pay|transfer)(?:[_.-]|$)/i

function findingsOf(tool: JsonObject): readonly Finding[] {
  const name = nameOf(tool)
  const found: Finding[] = []
  const say = (kind: string, severity: Severity, where: string, excerpt: string): void => {
    found.push({
      tool: name.slice(0, 200),
      kind,
      severity,
      where,
      excerpt: excerpt.slice(0, EXCERPT_MAX).toWellFormed(),
    })
  }
  for (const { where, text } of textsOf(tool)) {
    for (const { rule, weight, start, end } of injectionsIn(text))
      say(rule, severityOf(weight), where, text.slice(start, end))
    for (const [mark] of text.matchAll(MARKUP)) say('hidden-markup', 'high', where, mark)
    for (const [path] of text.matchAll(CREDENTIALS)) say('credential-path', 'high', where, path)
  }
  const description = textOr(tool['description'], '')
  if (description.length > LONG_DESCRIPTION)
    say('long-description', 'low', '/description', `${description.length} characters`)
  if (ODD_NAME.test(name)) say('odd-name', 'medium', '/name', name)
  fieldsOf(tool['inputSchema'], say)
  const hints = isObject(tool['annotations']) ? tool['annotations'] : {}
  if (hints['readOnlyHint'] === true && CHANGES_NAME.test(name))
    say('says-read-only', 'medium', '/annotations/readOnlyHint', name)
  return found
}

const severityOf = (weight: number): Severity =>
  weight >= 0.5 ? 'high' : weight >= 0.3 ? 'medium' : 'low'

type Say = (kind: string, severity: Severity, where: string, excerpt: string) => void

/** What a schema asks for beyond what the tool does, or leaves open. */
function fieldsOf(schema: unknown, say: Say): void {
  if (!isObject(schema)) return say('no-schema', 'low', '/inputSchema', '')
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const names = Object.keys(properties)
  if (schema['additionalProperties'] === true || (names.length > 0 && schema['type'] !== 'object'))
    say('open-schema', 'low', '/inputSchema', 'takes members that it does not name')
  for (const field of names) {
    const where = `/inputSchema/properties/${field}`
    if (CONTEXT_FIELD.test(field)) say('asks-for-conversation', 'medium', where, field)
    if (SECRET_FIELD.test(field)) say('asks-for-secret', 'medium', where, field)
    if (RUNS_FIELD.test(field)) say('runs-commands', 'low', where, field)
  }
}

interface Text {
  readonly where: string
  readonly text: string
}

/** All that a model reads of a tool: texts at any depth, and names of members. */
function textsOf(tool: JsonObject): readonly Text[] {
  const found: Text[] = []
  const walk = (value: unknown, where: string, depth: number): void => {
    if (found.length >= TEXTS_MAX || depth > DEPTH_MAX) return
    if (typeof value === 'string') found.push({ where, text: value })
    else if (Array.isArray(value))
      value.forEach((one, at) => walk(one, `${where}/${at}`, depth + 1))
    else if (isObject(value))
      for (const [key, one] of Object.entries(value)) {
        if (key.length > 60) found.push({ where, text: key })
        walk(one, `${where}/${key.slice(0, 60)}`, depth + 1)
      }
  }
  for (const key of ['name', ...COMPARED]) walk(tool[key], `/${key}`, 0)
  return found
}

/** Names that a reader takes for each other. */
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

/** A description that tells when other tools are to be called, or not. */
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
