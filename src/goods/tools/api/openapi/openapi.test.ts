import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import diff from './openapi-diff.ts'
import lint from './openapi-lint.ts'
import mock from './openapi-mock.ts'
import operations from './openapi-operations.ts'
import toRequest from './openapi-to-request.ts'
import trim from './openapi-trim.ts'
import validatePayload from './openapi-validate-payload.ts'

const PET = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', nullable: true },
    secret: { type: 'string', writeOnly: true },
    parent: { $ref: '#/components/schemas/Pet' },
    age: { type: 'number', minimum: 0, exclusiveMinimum: true },
  },
}
const JSON_PET = { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } }
const PETS = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://{region}.example.com/v1/', variables: { region: { default: 'eu' } } }],
  security: [{ key: [] }],
  paths: {
    '/pets/{petId}': {
      parameters: [{ $ref: '#/components/parameters/PetId' }],
      get: {
        operationId: 'getPet',
        summary: 'One pet',
        tags: ['read'],
        parameters: [
          { name: 'fields', in: 'query', explode: false, schema: { type: 'array' } },
          { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } },
        ],
        responses: {
          '200': { description: 'ok', content: JSON_PET },
          '4XX': {
            description: 'no',
            content: { 'application/json': { schema: { type: 'string' } } },
          },
        },
      },
      put: {
        operationId: 'putPet',
        requestBody: { required: true, content: JSON_PET },
        responses: { default: { description: 'done' } },
        'x-internal': true,
      },
    },
    '/owners': {
      post: { tags: ['write'], security: [], responses: { '201': { description: '' } } },
    },
  },
  components: {
    parameters: {
      PetId: { name: 'petId', in: 'path', required: true, schema: { type: 'integer' } },
    },
    schemas: { Pet: PET, Unused: { type: 'string' } },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  },
}

const SWAGGER = {
  swagger: '2.0',
  info: { title: 'Old', version: '1' },
  host: 'example.com',
  basePath: '/api',
  schemes: ['https'],
  consumes: ['application/json'],
  paths: {
    '/a': {
      post: {
        operationId: 'makeA',
        parameters: [
          { name: 'body', in: 'body', required: true, schema: { $ref: '#/definitions/A' } },
          { name: 'dry', in: 'query', type: 'boolean' },
        ],
        responses: { '200': { description: 'ok', schema: { $ref: '#/definitions/A' } } },
      },
    },
  },
  definitions: { A: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } } },
}

const changed = (change: (spec: typeof PETS) => void): typeof PETS => {
  const copy = structuredClone(PETS)
  change(copy)
  return copy
}

test('operations of 3.0 and 2.0 are read alike, and words find them', async () => {
  const read = await runExample(operations, { spec: PETS, query: 'one pet' })
  expect(read).toMatchObject({ servers: ['https://eu.example.com/v1'], version: '3.0.3' })
  expect(read['operations']).toMatchObject([
    { operationId: 'getPet', required: ['path.petId'], security: [['key']] },
    { operationId: 'putPet', bodyRequired: true },
  ])
  expect(await runExample(operations, { spec: JSON.stringify(SWAGGER) })).toMatchObject({
    operations: [{ operationId: 'makeA', required: [], bodyRequired: true }],
    servers: ['https://example.com/api'],
  })
  expect(await runExample(operations, { spec: PETS, tag: 'write' })).toMatchObject({ count: 1 })
})

describe('payloads', () => {
  const check = async (more: object, spec: object = PETS) =>
    (await runExample(validatePayload, { spec, ...more }))['errors']

  test('a request does not need read-only members, and 3.0 allows null by nullable', async () => {
    const put = { operationId: 'putPet', part: 'request' }
    expect(await check({ ...put, payload: { name: null } })).toEqual([])
    expect(
      await check({ ...put, payload: { name: 'a', parent: { name: 1 }, age: 0 } }),
    ).toMatchObject([
      { path: '/parent/name', message: 'must be string or null, but is number' },
      { path: '/age' },
    ])
    const get = { path: '/pets/7', method: 'get', part: 'response' }
    expect(await check({ ...get, payload: { name: 'a' } })).toMatchObject([
      { path: '', message: 'must have the member "id"' },
    ])
    expect(await check({ ...get, status: '404', payload: 1 })).toHaveLength(1)
  })

  test('parameters, and a document of 2.0', async () => {
    const given = { operationId: 'getPet', part: 'parameters', payload: { petId: 'x', other: 1 } }
    expect(await check(given)).toMatchObject([{ path: '/petId' }, { path: '/other' }])
    const body = { operationId: 'makeA', part: 'request' }
    expect(await check({ ...body, payload: {} }, SWAGGER)).toHaveLength(1)
    expect(await check({ ...body, payload: { n: 1 } }, SWAGGER)).toEqual([])
  })

  test('the message names what the document lacks', async () => {
    const given = { part: 'request', payload: {} }
    await expect(check({ ...given, operationId: 'nope' })).rejects.toThrow(/^operationId: "nope"/)
    await expect(check({ ...given, path: '/pets/7' })).rejects.toThrow(/^method: is required/)
    await expect(check({ ...given, operationId: 'getPet' })).rejects.toThrow(/^part: /)
    const wrong = { operationId: 'getPet', part: 'response', status: '302', payload: {} }
    await expect(check(wrong)).rejects.toThrow(/^status: .*200, 4XX/)
    await expect(check({ ...given }, { openapi: '4.0' })).rejects.toThrow(/^spec: must say openapi/)
  })
})

test('a request is written by style, and says what it lacks', async () => {
  const given = {
    spec: PETS,
    operationId: 'getPet',
    params: { petId: 'a/b', fields: ['x', 'y'], filter: { age: 3 }, key: 'k' },
  }
  expect(await runExample(toRequest, given)).toMatchObject({
    request: {
      url: 'https://eu.example.com/v1/pets/a%2Fb?fields=x,y&filter%5Bage%5D=3',
      headers: { 'x-key': 'k' },
    },
    missing: [],
  })
  const put = await runExample(toRequest, { spec: PETS, operationId: 'putPet', language: 'fetch' })
  expect(put['missing']).toEqual(['petId', 'body', 'key'])
  expect(put['request']).toMatchObject({ body: { name: 'string' } })
  expect(put['code']).toContain('"method": "PUT"')
  await expect(
    runExample(toRequest, { spec: PETS, operationId: 'getPet', params: { nope: 1 } }),
  ).rejects.toThrow(/^params: .*"nope"/)
})

test('a mock made by a seed is the same for the same seed, and satisfies its schema', async () => {
  const schema = { type: 'array', items: { type: 'integer' }, minItems: 8, maxItems: 8 }
  const content = { 'application/json': { schema, example: [1, 2, 3, 4, 5, 6, 7, 8] } }
  const paths = { '/a': { get: { responses: { '200': { description: 'ok', content } } } } }
  const document = { openapi: '3.1.0', info: { title: 'x', version: '1' }, paths }
  const made = (seed: string) => runExample(mock, { spec: document, path: '/a', seed })
  const [one, again, other] = await Promise.all([made('1'), made('1'), made('2')])
  expect(one).toMatchObject({ valid: true, from: 'schema' })
  expect(again).toEqual(one)
  expect(other['body']).not.toEqual(one['body'])
})

test('a mock satisfies its schema, circular references end', async () => {
  const read = await runExample(mock, { spec: PETS, operationId: 'getPet' })
  expect(read).toMatchObject({ status: 200, valid: true, from: 'schema', body: { id: 0 } })
  expect(await runExample(mock, { spec: PETS, path: '/owners', status: '201' })).toMatchObject({
    body: null,
    from: 'nothing',
  })
})

describe('lint', () => {
  const rules = async (spec: object) => {
    const { errors, warnings } = await runExample(lint, { spec })
    return [errors, warnings].map((all) => (all as { rule: string }[]).map(({ rule }) => rule))
  }

  test('a sound document has no errors', async () => {
    const [errors, warnings] = await rules(PETS)
    expect(errors).toEqual([])
    expect(warnings).toContain('unused')
    expect((await rules(SWAGGER))[0]).toEqual([])
  })

  test('each fault is named, whatever the references refer to', async () => {
    const broken = changed((spec) => {
      Object.assign(spec.paths['/owners'].post, {
        operationId: 'getPet',
        security: [{ nope: [] }],
        parameters: [{ name: 'gone', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: { $ref: 'https://example.com/x.json' },
      })
      Object.assign(spec.components.schemas.Pet, { not: { $ref: '#/components/schemas/Gone' } })
      Object.assign(spec.info, { version: 1 })
    })
    const [errors, warnings] = await rules(broken)
    expect(errors?.toSorted()).toEqual([
      'operation-id-unique',
      'path-parameter',
      'reference',
      'schema-type',
      'security-scheme',
    ])
    expect(warnings).toContain('outside-reference')
  })

  test('a text is read as a document and never as the name of a file', async () => {
    await expect(rules('/etc/hostname' as never)).rejects.toThrow(/^spec: must be an OpenAPI/)
  })
})

describe('trim', () => {
  test('keeps what the operations need, and no more', async () => {
    const { spec } = await runExample(trim, { spec: PETS, keep: ['get /pets/{petId}'] })
    expect(spec).toMatchObject({
      components: {
        parameters: { PetId: {} },
        schemas: { Pet: {} },
        securitySchemes: { key: {} },
      },
    })
    const { paths, components } = spec as typeof PETS
    expect(Object.keys(paths)).toEqual(['/pets/{petId}'])
    expect(Object.keys(paths['/pets/{petId}'])).toEqual(['parameters', 'get'])
    expect(components.schemas).not.toHaveProperty('Unused')
  })

  test('the needed parts are kept, and no others', async () => {
    const { spec } = await runExample(trim, { spec: PETS, keep: ['getPet'], resolveRefs: true })
    expect(JSON.stringify(spec).match(/"\$ref"/g)).toHaveLength(2)
    const bomb = changed(({ components }) => {
      const ref = (level: number) => ({ $ref: `#/components/schemas/L${level}` })
      for (let level = 0; level < 30; level += 1)
        Object.assign(components.schemas, {
          [`L${level}`]: { anyOf: [ref(level + 1), ref(level + 1)] },
        })
      Object.assign(components.schemas, { L30: { type: 'string' } })
      Object.assign(components.schemas.Pet.properties, { bomb: ref(0) })
    })
    await expect(runExample(trim, { spec: bomb, resolveRefs: true })).rejects.toThrow(
      /^resolveRefs/,
    )
  })

  test('the definitions of tools are usable by a model', async () => {
    const { tools } = await runExample(trim, { spec: PETS, as: 'openai-tools', tags: ['read'] })
    expect(tools).toMatchObject([
      {
        type: 'function',
        function: {
          name: 'getPet',
          description: 'One pet',
          parameters: { required: ['petId'], properties: { petId: { type: 'integer' } } },
        },
      },
    ])
  })
})

describe('diff', () => {
  const between = async (change: (spec: typeof PETS) => void) => {
    const { changes } = await runExample(diff, { before: PETS, after: changed(change) })
    return (changes as { breaking: boolean; path: string; message: string }[]).map(
      ({ breaking, path, message }) => `${breaking ? '! ' : ''}${path} ${message}`,
    )
  }

  test('nothing', async () => {
    expect(await between(() => {})).toEqual([])
  })

  test('the same schema breaks those who write in one way, those who read in another', async () => {
    const told = await between(({ components }) => {
      Object.assign(components.schemas.Pet, { required: ['id', 'name', 'age'] })
    })
    expect(told).toEqual([
      '! body application/json /required age is required now',
      'response 200 application/json /required age is required now',
    ])
  })

  test('a renamed path parameter is no change, stricter security is', async () => {
    const told = await between((spec) => {
      const { '/pets/{petId}': item } = spec.paths
      spec.components.parameters.PetId.name = 'id'
      spec.paths = { ...spec.paths, '/pets/{id}': item } as never
      delete (spec.paths as Record<string, unknown>)['/pets/{petId}']
      Object.assign(spec.paths['/owners'].post, { security: [{ key: [] }] })
    })
    expect(told).toEqual(['! security no credential is no longer enough'])
  })
})

test('of an operation with the wrong method or path, that is blamed', async () => {
  const spec = {
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    paths: { '/a': { get: { operationId: 'a', responses: { '200': { description: 'ok' } } } } },
  }
  await expect(runExample(mock, { spec, operationId: 'a', method: 'post' })).rejects.toThrow(
    'method: "a" is GET; send that, or leave it out',
  )
  await expect(runExample(mock, { spec, operationId: 'a', path: '/b' })).rejects.toThrow(
    'path: "a" is at /a; send that, or leave it out',
  )
})
