import { injectionsIn } from '../../../../engines/dangers/injections.ts'
import { isObject, textOr, type JsonObject } from '../../../../base/lib/json-object.ts'

export type Severity = 'low' | 'medium' | 'high'

export interface Finding {
  readonly tool: string
  readonly kind: string
  readonly severity: Severity
  readonly where: string
  readonly excerpt: string
}

export const EXCERPT_MAX = 160
const DEPTH_MAX = 20
const TEXTS_MAX = 5_000
const LONG_DESCRIPTION = 4_000
/** Members that a model is shown in addition to the name. */
export const COMPARED = [
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
] as const

export const nameOf = (tool: JsonObject): string => textOr(tool['name'], '')

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

export function findingsOf(tool: JsonObject): readonly Finding[] {
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

/** Fields that a schema requests beyond the purpose of the tool, or leaves open. */
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

/** All text of a tool that a model reads: texts at any depth, and names of members. */
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
