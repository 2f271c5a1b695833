import { expect, test } from 'vitest'
import type { Operation } from '../../engines/openapi/operations.ts'
import type { OperationField } from './openapi-fields.ts'
import { requestFor } from './openapi-request.ts'

const place = { name: 'filter', in: 'query', style: 'form', explode: true, contentType: null }
const fields = [{ name: 'filter', place }] as unknown as readonly OperationField[]
const operation = { method: 'GET', path: '/pets' } as unknown as Operation
const asked = (filter: Readonly<Record<string, unknown>>) =>
  requestFor(operation, fields, { filter }, { key: 'ours' }).path

test('members of an object are fields of their own, but for those that are set here', () => {
  expect(asked({ kind: 'dog', 'a=b': 'c' })).toBe('/pets?key=ours&kind=dog&a%3Db=c')
  expect(() => asked({ key: 'theirs' })).toThrow('filter: must not have key, which is set here.')
})
