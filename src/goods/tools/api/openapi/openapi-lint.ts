import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { clipped } from '../../../../base/lib/bytes.ts'
import { isObject, type JsonObject } from '../../../../base/lib/json-object.ts'
import { readDocument } from '../../../../engines/openapi/document.ts'
import { operationsOf } from '../../../../engines/openapi/operations.ts'
import { exampleSpec, spec } from './_fields.ts'
import { ruleFindings, type Finding } from './_lint-rules.ts'

const FINDINGS_MAX = 500
const ERROR_POINTS = 10
const SHARE_POINTS = 40

const Found = z.object({
  path: z.string().describe('JSON Pointer into the document.'),
  rule: z.string(),
  message: z.string(),
})

export default defineTool({
  route: 'POST /api/openapi-lint',
  name: 'OpenAPI lint',
  description:
    'Check an OpenAPI document (Swagger 2.0 to 3.2) for validity and good practice: schema, ' +
    'references, paths, ids, security and descriptions, with the number of faults.',
  asks: [
    'validate my swagger file',
    'is this OpenAPI yaml valid and complete',
    'what is wrong with my API description',
    'quality check of an OpenAPI file',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  heavyField: 'spec',
  input: z.object({ spec: spec() }),
  output: z.object({
    valid: z.boolean().describe('Whether there are no errors; there may be warnings.'),
    version: z.string(),
    errors: z.array(Found).describe('Errors, the first 500.'),
    warnings: z.array(Found).describe('Warnings, the first 500.'),
    errorCount: z.int(),
    warningCount: z.int(),
    operations: z.int(),
    score: z
      .int()
      .describe('100 without findings; 10 less for each error, up to 40 less for warnings.'),
  }),
  examples: [
    {
      input: { spec: exampleSpec() },
      output: {
        valid: true,
        version: '3.1.0',
        errors: [],
        warnings: [
          {
            path: '',
            rule: 'servers',
            message: 'no server is named, so nobody knows where to call it',
          },
        ],
        errorCount: 0,
        warningCount: 1,
        operations: 0,
        score: 60,
      },
    },
    {
      input: {
        spec: exampleSpec({
          '/a/{id}': { get: { operationId: 'a', responses: { '200': { description: 'ok' } } } },
        }),
      },
    },
  ],

  async run({ spec: given }) {
    const document = await readDocument('spec', given)
    const operations = operationsOf(document)
    const found = [...(await schemaFindings(document.root)), ...ruleFindings(document, operations)]
    const of = (wanted: string) =>
      found
        .filter(({ severity }) => severity === wanted)
        .map(({ path, rule, message }) => ({ path, rule, message }))
    const [errors, warnings] = [of('error'), of('warning')]
    const ofEach = Math.min(1, warnings.length / Math.max(1, operations.length * WARNINGS_EACH))
    return {
      valid: errors.length === 0,
      version: document.declared,
      errors: errors.slice(0, FINDINGS_MAX),
      warnings: warnings.slice(0, FINDINGS_MAX),
      errorCount: errors.length,
      warningCount: warnings.length,
      operations: operations.length,
      score: Math.max(0, Math.round(100 - ERROR_POINTS * errors.length - SHARE_POINTS * ofEach)),
    }
  },
})

/** So many warnings for each operation cost all the points that warnings can cost. */
const WARNINGS_EACH = 4

/** What the schema of OpenAPI itself says of a document. */
async function schemaFindings(root: JsonObject): Promise<readonly Finding[]> {
  const { Validator } = await import('@seriousme/openapi-schema-validator')
  // The package reads a text as the name of a file; it gets an object, which it may change.
  const { valid, errors } = await new Validator({ allErrors: true }).validate(
    withoutReferences(root) as never,
  )
  if (valid) return []
  const all: readonly unknown[] = Array.isArray(errors) ? errors : [errors]
  const found = all.map((one): Finding => {
    const { instancePath, keyword, message, params } = isObject(one) ? one : { message: one }
    return {
      severity: 'error',
      path: typeof instancePath === 'string' ? instancePath : '',
      rule: `schema-${typeof keyword === 'string' ? keyword : 'version'}`,
      message: clipped(
        sentenceOf(typeof message === 'string' ? message : 'is not valid', params),
        200,
      ),
    }
  })
  return withoutEchoes(found)
}

const sentenceOf = (message: string, params: unknown): string => {
  const { additionalProperty, unevaluatedProperty, allowedValues } = isObject(params) ? params : {}
  const name = additionalProperty ?? unevaluatedProperty
  if (typeof name === 'string') return `must not have the member ${name}`
  return Array.isArray(allowedValues) ? `${message}: ${allowedValues.join(', ')}` : message
}

/** If all branches of a choice fail, each reports errors; only the deepest are shown. */
function withoutEchoes(all: readonly Finding[]): readonly Finding[] {
  const choices = new Set(['schema-oneOf', 'schema-anyOf', 'schema-if', 'schema-not'])
  const plain = all.filter(({ rule }) => !choices.has(rule))
  const kept = plain.filter(
    ({ path, rule }) =>
      !(
        rule === 'schema-required' &&
        plain.some((other) => other.path.startsWith(`${path}/`) && other.rule !== rule)
      ),
  )
  const seen = new Set<string>()
  const told = kept.length > 0 ? kept : all
  return told.filter(({ path, message }) => {
    const key = `${path} ${message}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/**
 * The package fails the whole document for one reference that it cannot follow. References have
 * rules of their own, so it is shown ones that lead somewhere.
 */
function withoutReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutReferences)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' ? '#/info' : withoutReferences(inner),
    ]),
  )
}
