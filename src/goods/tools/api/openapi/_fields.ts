import { z } from 'zod'
import type { JsonObject } from '../../../../base/lib/json-object.ts'
import { line } from '../../../../base/lib/fields.ts'
import { chosenOperation, type Chosen } from '../../../../engines/openapi/choose.ts'
import { readDocument, specField, type ApiDocument } from '../../../../engines/openapi/document.ts'
import { operationsOf, type Operation } from '../../../../engines/openapi/operations.ts'

/** Fields that the tools of OpenAPI share. */

export const spec = () =>
  specField().describe(
    'OpenAPI 3.0, 3.1, 3.2 or Swagger 2.0, as an object or as text of JSON or YAML, up to 2 MB. ' +
      'References inside the document are followed; no other is fetched.',
  )

export const chosen = {
  operationId: line(300).min(1).optional().describe('Id of the operation.'),
  method: line(20).min(1).optional().describe('Method, such as get, if the path has several.'),
  path: line(2_000)
    .startsWith('/')
    .optional()
    .describe('Path of the operation, as the document writes it or as it is called: /users/7.'),
}

export const statusField = z
  .string()
  .regex(/^([1-5](\d\d|XX)|default)$/, { error: 'must be a status, such as 200, 4XX or default' })
  .default('200')
  .describe(
    'Status of the response; without its own entry, a range such as 2XX or default is used.',
  )

export async function readOperation(
  given: Chosen & { readonly spec?: unknown },
): Promise<{ readonly document: ApiDocument; readonly operation: Operation }> {
  const document = await readDocument('spec', given.spec)
  return { document, operation: chosenOperation(operationsOf(document), given) }
}

/** The least document, for examples. */
export const exampleSpec = (paths: JsonObject = {}, more: JsonObject = {}) => ({
  openapi: '3.1.0',
  info: { title: 'x', version: '1' },
  ...more,
  paths,
})
