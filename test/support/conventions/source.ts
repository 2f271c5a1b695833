import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

/** A node of the syntax tree; what it has beside its type hangs on that type. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly parent: Node | null
  readonly [member: string]: unknown
}

export interface Import {
  /** As written, such as `../core/tool.ts` or `node:crypto`. */
  readonly from: string
  /** The file of ours that it names, or null for a package. */
  readonly file: string | null
  /** Names that exist at run time. */
  readonly values: readonly string[]
  /** Loaded when the code comes to it, and not before the file runs. */
  readonly isLazy: boolean
  readonly line: number
}

/** One file as the rules of the service read it. */
export interface Source {
  /** From the root of the repository, with slashes. */
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
  readonly nodes: readonly Node[]
  readonly imports: readonly Import[]
  readonly comments: readonly { readonly line: number; readonly text: string }[]
  lineAt(offset: number): number
}

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const FOLDERS = ['src', 'test', 'scripts', 'bench']

/** Every TypeScript file of ours. */
export async function allSources(): Promise<readonly Source[]> {
  const found = await Promise.all(FOLDERS.map(pathsUnder))
  return Promise.all(found.flat().toSorted().map(sourceAt))
}

const sourceAt = async (path: string): Promise<Source> =>
  parse(path, await readFile(join(ROOT, path), 'utf8'))

async function pathsUnder(folder: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
}

export function parse(path: string, text: string): Source {
  const { program, comments, errors } = parseSync(path, text, { lang: 'ts' })
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const lines = text.split('\n')
  const lineAt = lineFinder(lines)
  const nodes = flatten(program as unknown as Node)
  return {
    path,
    text,
    lines,
    nodes,
    lineAt,
    comments: comments.map(({ start, value }) => ({ line: lineAt(start), text: value })),
    imports: nodes.flatMap((node) => importOf(node, path, lineAt)),
  }
}

function lineFinder(lines: readonly string[]): (offset: number) => number {
  const starts: number[] = []
  let offset = 0
  for (const line of lines) {
    starts.push(offset)
    offset += line.length + 1
  }
  return (at) => {
    const after = starts.findIndex((start) => start > at)
    return after < 0 ? starts.length : after
  }
}

/** The whole tree as a list, each node knowing its parent. */
function flatten(root: Node): Node[] {
  const nodes: Node[] = []
  const visit = (value: unknown, parent: Node | null): void => {
    if (Array.isArray(value)) return value.forEach((item) => visit(item, parent))
    if (!isNode(value)) return
    // In place, so that a node that is reached through another knows its parent, too.
    const node: Node = Object.assign(value, { parent })
    nodes.push(node)
    for (const [name, member] of Object.entries(value)) {
      if (name !== 'parent') visit(member, node)
    }
  }
  visit(root, null)
  return nodes
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const IMPORTING = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
])

function importOf(node: Node, path: string, lineAt: Source['lineAt']): Import[] {
  if (!IMPORTING.has(node.type)) return []
  const source = node['source'] as { value?: unknown } | null
  if (typeof source?.value !== 'string') return []
  const from = source.value
  const file = from.startsWith('.') ? join(dirname(path), from) : null
  const isLazy = node.type === 'ImportExpression'
  return [{ from, file, values: valuesOf(node), isLazy, line: lineAt(node.start) }]
}

/** `*` where all of a module is taken. */
function valuesOf(node: Node): readonly string[] {
  if (node['importKind'] === 'type' || node['exportKind'] === 'type') return []
  if (node.type === 'TSImportType') return []
  const specifiers = node['specifiers'] as readonly Specifier[] | undefined
  if (!specifiers || specifiers.length === 0) return ['*']
  return specifiers
    .filter(({ importKind, exportKind }) => importKind !== 'type' && exportKind !== 'type')
    .map(({ local }) => local.name)
}

interface Specifier {
  readonly local: { readonly name: string }
  readonly importKind?: string
  readonly exportKind?: string
}

/** Identifier, member or literal as it would be written: `process.env`, `Date.now`. */
export function written(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'Identifier') return String(node['name'])
  if (node.type === 'MemberExpression') {
    return `${written(node['object'])}.${written(node['property'])}`
  }
  return node.type === 'Literal' ? String(node['value']) : ''
}
