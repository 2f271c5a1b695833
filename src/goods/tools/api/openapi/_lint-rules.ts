import { clipped } from '../../../../base/lib/bytes.ts'
import { pointerTo } from '../../../../base/lib/json-guard.ts'
import { nameOf, securitySchemes, serversOf } from '../../../../engines/openapi/choose.ts'
import {
  objectAt,
  pointerOf,
  referencesIn,
  resolved,
  type ApiDocument,
} from '../../../../engines/openapi/document.ts'
import { entriesOf, listOf, type Operation } from '../../../../engines/openapi/operations.ts'
import { isObject } from '../../../../base/lib/json-object.ts'

/** Rules beyond the schema of OpenAPI: errors are faults, warnings are good practice. */

export interface Finding {
  readonly severity: 'error' | 'warning'
  /** Place, as a JSON Pointer. */
  readonly path: string
  readonly rule: string
  readonly message: string
}

type Add = (finding: Finding) => void

export function ruleFindings(document: ApiDocument, operations: readonly Operation[]): Finding[] {
  const found: Finding[] = []
  const add: Add = (finding) => void found.push(finding)
  lookAtReferences(document, add)
  lookAtIds(operations, add)
  lookAtPaths(operations, add)
  for (const operation of operations) {
    lookAtParameters(operation, add)
    lookAtWords(operation, add)
    lookAtSecurity(document, operation, add)
  }
  lookAtTags(document, operations, add)
  lookAtComponents(document, add)
  if (serversOf(document).length === 0)
    add(warning('', 'servers', 'no server is named, so nobody knows where to call it'))
  return found
}

const error = (path: string, rule: string, message: string): Finding => ({
  severity: 'error',
  path,
  rule,
  message,
})
const warning = (path: string, rule: string, message: string): Finding => ({
  severity: 'warning',
  path,
  rule,
  message,
})

function lookAtReferences({ root }: ApiDocument, add: Add): void {
  for (const { pointer, reference } of referencesIn(root)) {
    const { flaw } = resolved(root, { $ref: reference })
    const told = clipped(reference, 100)
    if (flaw === 'missing') add(error(pointer, 'reference', `${told} leads to nothing`))
    if (flaw === 'circle') add(error(pointer, 'reference', `${told} leads back to itself only`))
    if (flaw === 'outside')
      add(warning(pointer, 'outside-reference', `${told} is outside of the document and not read`))
  }
}

function lookAtIds(operations: readonly Operation[], add: Add): void {
  const seen = new Map<string, Operation>()
  for (const operation of operations) {
    const { id, pointer } = operation
    if (id === null) {
      add(warning(pointer, 'operation-id', 'has no operationId, by which code is generated'))
      continue
    }
    const other = seen.get(id)
    if (other)
      add(
        error(
          pointer,
          'operation-id-unique',
          `${clipped(id, 80)} is also the id of ${clipped(nameOf(other), 100)}`,
        ),
      )
    else seen.set(id, operation)
  }
}

function lookAtPaths(operations: readonly Operation[], add: Add): void {
  const shapes = new Map<string, string>()
  for (const path of new Set(operations.map((one) => one.path))) {
    const at = pointerTo('/paths', path)
    const shape = path.replace(/\{[^{}]*\}/g, '{}')
    const other = shapes.get(shape)
    if (other !== undefined)
      add(error(at, 'path-ambiguous', `cannot be told from ${clipped(other, 100)}`))
    else shapes.set(shape, path)
    if (path.length > 1 && path.endsWith('/'))
      add(warning(at, 'path-slash', 'ends with a slash, which many servers refuse'))
    if (path.includes('?')) add(error(at, 'path-query', 'a query belongs into parameters'))
  }
}

function lookAtParameters({ path, parameters, pointer, method, body }: Operation, add: Add): void {
  const wanted = new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))
  const given = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
  for (const name of wanted)
    if (!given.includes(name))
      add(error(pointer, 'path-parameter', `{${clipped(name, 60)}} of the path is not described`))
  for (const name of given)
    if (!wanted.has(name))
      add(error(pointer, 'path-parameter', `${clipped(name, 60)} does not stand in the path`))
  if (body && /^(GET|HEAD|DELETE)$/.test(method))
    add(warning(pointer, 'body', `${method} has a body, which has no defined meaning`))
}

function lookAtWords(operation: Operation, add: Add): void {
  const { pointer, summary, description, parameters, replies } = operation
  if (summary === '' && description === '')
    add(warning(pointer, 'description', 'has neither a summary nor a description'))
  for (const { name, description: told } of parameters)
    if (told === '')
      add(warning(pointer, 'parameter-description', `${clipped(name, 60)} is not described`))
  if (!replies.some(({ status }) => /^(2|3|default)/.test(status)))
    add(warning(`${pointer}/responses`, 'response-success', 'says nothing of success'))
  if (!replies.some(({ status }) => /^(4|5|default)/.test(status)))
    add(warning(`${pointer}/responses`, 'response-error', 'says nothing of errors'))
}

function lookAtSecurity(document: ApiDocument, { pointer, security }: Operation, add: Add): void {
  const schemes = securitySchemes(document)
  for (const name of security.flatMap((one) => Object.keys(one)))
    if (!Object.hasOwn(schemes, name))
      add(error(pointer, 'security-scheme', `${clipped(name, 60)} is no scheme of the document`))
}

function lookAtTags({ root }: ApiDocument, operations: readonly Operation[], add: Add): void {
  const known = new Set(listOf(root['tags']).map((tag) => (isObject(tag) ? tag['name'] : '')))
  const used = new Set(operations.flatMap(({ tags }) => tags))
  for (const tag of used)
    if (known.size > 0 && !known.has(tag))
      add(warning('/tags', 'tag', `${clipped(tag, 60)} is used, but not in the list of tags`))
}

/** What nothing refers to. Security schemes are named, not referred to. */
function lookAtComponents({ root, version }: ApiDocument, add: Add): void {
  const used = new Set(referencesIn(root).map(({ reference }) => pointerOf(reference)))
  const groups: readonly (readonly [string, unknown])[] =
    version === '2.0'
      ? [['/definitions', root['definitions']]]
      : entriesOf(objectAt(root, root['components']))
          .filter(([name]) => name !== 'securitySchemes' && !name.startsWith('x-'))
          .map(([name, group]) => [`/components/${name}`, group])
  for (const [path, group] of groups)
    for (const [name] of entriesOf(group)) {
      const at = pointerTo(path, name)
      const isUsed = [...used].some((one) => one === at || one?.startsWith(`${at}/`))
      if (!isUsed) add(warning(at, 'unused', 'nothing refers to it'))
    }
}
