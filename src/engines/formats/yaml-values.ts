import type { Alias, Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { badInput } from '../../base/core/fault.ts'
import { clipped, excerpt } from '../../base/lib/bytes.ts'
import { exactOrText, wholeOrText } from './exact-number.ts'
import { isObject } from '../../base/lib/json-object.ts'

const DEPTH_MAX = 100
const ALIASES_MAX = 100
const VALUES_MAX = 200_000
const WARNINGS_MAX = 50

export interface YamlRead {
  readonly documents: readonly unknown[]
  readonly warnings: readonly string[]
}

/** Reads YAML 1.2 core as JSON values. Values that JSON lacks are named in warnings. */
export async function readYaml(field: string, text: string): Promise<YamlRead> {
  const yaml = await import('yaml')
  const warnings: string[] = []
  try {
    const parsed = yaml.parseAllDocuments(text, {
      version: '1.2',
      schema: 'core',
      uniqueKeys: false,
      intAsBigInt: true,
      logLevel: 'silent',
    })
    const documents = (Array.isArray(parsed) ? parsed : []) as readonly Document[]
    const real = documents.filter(
      ({ contents, directives, errors }) =>
        !isNothing(contents) || errors.length > 0 || directives?.docStart === true,
    )
    return { documents: real.map(valueOf), warnings }
  } catch (thrown) {
    if (thrown instanceof RangeError) throw badInput(`${field}: is nested too deep`)
    throw thrown
  }

  function isNothing(contents: unknown): boolean {
    return contents === null || (yaml.isScalar(contents) && contents.source === '')
  }

  function warn(warning: string): void {
    if (warnings.length < WARNINGS_MAX) warnings.push(warning)
  }

  function lineOf(node: Node | null): string {
    const start = node?.range?.[0]
    return start === undefined ? '' : `line ${text.slice(0, start).split('\n').length}: `
  }

  function scalarOf(scalar: Scalar): unknown {
    const { value, source = '' } = scalar
    if (typeof value === 'bigint') return wholeOrText(value)
    if (typeof value === 'number') {
      if (Number.isFinite(value)) return exactOrText(source)
      warn(`${lineOf(scalar)}${source} is no number in JSON; it is given as text`)
      return source
    }
    if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
    return value ?? null
  }

  function assertPlainTag(node: Node): void {
    const { tag } = node as { tag?: string }
    if (
      tag === undefined ||
      /^(?:!|tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq|set|omap|pairs|binary|timestamp|merge))$/.test(
        tag,
      )
    )
      return
    const name = tag.replace(/^tag:yaml\.org,2002:/, '!!')
    if (/^!!|^!(?:ruby|python|perl|java|js|php)\b/.test(name))
      throw badInput(
        `${field}: ${lineOf(node)}the tag ${excerpt(name)} makes objects of a language`,
      )
    warn(`${lineOf(node)}the tag ${excerpt(name)} is left out; its value stays`)
  }

  function valueOf(document: Document): unknown {
    const [error] = document.errors
    if (error) {
      const [at] = error.linePos ?? []
      const place = at ? `line ${at.line}, column ${at.col}: ` : ''
      throw badInput(`${field}: ${place}${firstLine(error.message)}`)
    }
    let values = 0
    let aliases = 0
    return document.contents === null ? null : plain(document.contents, 0)

    function plain(node: Node | null, depth: number): unknown {
      values += 1
      if (values > VALUES_MAX) throw badInput(`${field}: holds more than ${VALUES_MAX} values`)
      if (depth > DEPTH_MAX) throw badInput(`${field}: is nested deeper than ${DEPTH_MAX} levels`)
      if (node === null) return null
      if (yaml.isAlias(node)) return plain(resolved(node), depth + 1)
      assertPlainTag(node)
      if (yaml.isMap(node)) return mapOf(node, depth)
      if (yaml.isSeq(node)) return listOf(node, depth)
      return yaml.isScalar(node) ? scalarOf(node) : null
    }

    function resolved(alias: Alias): Node {
      aliases += 1
      if (aliases > ALIASES_MAX) throw badInput(`${field}: uses more than ${ALIASES_MAX} aliases`)
      const target = alias.resolve(document)
      if (!target) throw badInput(`${field}: there is no anchor &${clipped(alias.source, 40)}`)
      return target
    }

    function listOf({ items }: YAMLSeq, depth: number): unknown {
      // An ordered map is a list of pairs.
      return items.map((item) =>
        yaml.isPair(item)
          ? Object.fromEntries(entryOf(item, depth))
          : plain(item as Node, depth + 1),
      )
    }

    function mapOf({ items }: YAMLMap, depth: number): unknown {
      const members = new Map<string, unknown>()
      const merged = new Map<string, unknown>()
      for (const pair of items as readonly Pair[]) {
        const key = pair.key as Node | null
        const isMerge = yaml.isScalar(key) && key.value === '<<' && key.type === 'PLAIN'
        const value = isMerge && yaml.isNode(pair.value) ? plain(pair.value, depth + 1) : undefined
        const sources = [value].flat()
        if (isMerge && sources.every(isObject)) {
          for (const [name, inner] of sources.flatMap((one) => Object.entries(one as object)))
            if (!merged.has(name)) merged.set(name, inner)
          continue
        }
        for (const [name, inner] of entryOf(pair, depth)) {
          if (members.has(name))
            warn(`${lineOf(key)}the key ${excerpt(name)} repeats; the last value is kept`)
          members.set(name, inner)
        }
      }
      return Object.fromEntries([...merged, ...members])
    }

    function entryOf({ key, value }: Pair, depth: number): [string, unknown][] {
      const name = plain(key as Node | null, depth + 1)
      const isNumber = yaml.isScalar(key) && ['number', 'bigint'].includes(typeof key.value)
      if (typeof name === 'object' && name !== null)
        warn(`${lineOf(key as Node | null)}a key that is no text is written as JSON text`)
      const written = isNumber ? key.source : undefined
      const text = written ?? (typeof name === 'string' ? name : JSON.stringify(name))
      return [[text, plain(value as Node | null, depth + 1)]]
    }
  }
}

const firstLine = (message: string): string =>
  (message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '').slice(0, 300)
