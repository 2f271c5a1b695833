import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCatalog, type Catalog } from '../src/selling/catalog/catalog.ts'
import { entryOf } from '../src/selling/catalog/entry.ts'
import { readConfig } from '../src/service/settings/config.ts'
import { formatUsd } from '../src/base/core/money.ts'
import { inputShape, type JsonSchema } from '../src/base/core/shape.ts'
import type { Tool } from '../src/base/core/tool.ts'
import { wordingOf } from '../src/base/core/validation-messages.ts'
import { buildService, type Service } from '../src/service/build/service.ts'
import { loadFreeEndpoints } from '../src/front/http/free-endpoints.ts'
import { CREDITS_GUIDE } from '../src/selling/payments/credits.ts'
import { FREE_GUIDE } from '../src/selling/payments/free.ts'
import { POW_GUIDE } from '../src/selling/payments/pow.ts'
import { X402_GUIDE } from '../src/selling/payments/x402/rail.ts'
import { allSurfaces } from '../src/front/surfaces/all.ts'
import { DOCUMENTS } from '../src/front/surfaces/documents.ts'
import type { Shop } from '../src/front/surfaces/surface.ts'
import { catalogOfTools } from './support/catalog.ts'
import { oddTools } from './fixtures/odd-tools.ts'

const freeEndpoints = await loadFreeEndpoints()

const site = { name: 'Farebox', baseUrl: 'https://farebox.test', build: 'abc123' }

/** What the documents need of a till, with one rail of each kind. */
const till: Shop['till'] = {
  railsFor: (tool) => [
    'x402',
    ...(tool.spec.identity ? [] : ['credits']),
    ...(tool.pure ? ['pow'] : []),
  ],
  offers: (tool) => [
    {
      intent: 'charge',
      method: 'evm',
      amount: String(tool.price),
      currency: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      chainId: 8453,
      description: tool.spec.name,
    },
  ],
  describe: () => ({ x402: { version: 2 }, credits: {}, pow: { difficultyBits: 16 } }),
  guides: { x402: X402_GUIDE, credits: CREDITS_GUIDE, pow: POW_GUIDE },
}

const shops: Record<string, Shop> = {
  service: { catalog: createCatalog(await catalogOfTools()), site, till, free: freeEndpoints },
  odd: { catalog: createCatalog(oddTools), site, till, free: freeEndpoints },
  empty: { catalog: createCatalog({ tools: [], families: {} }), site, till, free: freeEndpoints },
}

function rendered(name: keyof typeof DOCUMENTS, shop: Shop): string {
  const { path } = DOCUMENTS[name]
  const surface = allSurfaces.find((each) => each.path === path)
  if (!surface) throw new Error(`no surface is at ${path}`)
  return surface.render(shop)
}

/** A member of a document, however deep. */
const at = (value: unknown, ...steps: readonly (string | number)[]): unknown =>
  steps.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)?.[step], value)

const parsed = (name: keyof typeof DOCUMENTS, shop: Shop): unknown =>
  JSON.parse(rendered(name, shop))

const operationOf = (document: unknown, { path, method }: Tool): unknown =>
  at(document, 'paths', path, method.toLowerCase())

test('every document has one surface, and every surface is a document', () => {
  const paths = Object.values(DOCUMENTS).map(({ path }) => path)
  expect(allSurfaces.map(({ path }) => path).toSorted()).toEqual(paths.toSorted())
})

test('every input field of a tool has a type and a description', () => {
  const silent = shops['service']!.catalog.tools.flatMap((tool) =>
    Object.entries(inputShape(tool).properties)
      .filter(([, field]) => !field['description'] || [field['type'] ?? []].flat().length === 0)
      .map(([field]) => `${tool.slug}.${field}`),
  )
  expect(silent).toEqual([])
})

test('the type of a field is true of its examples', () => {
  const odd = shops['service']!.catalog.tools.flatMap((tool) => {
    const { properties } = inputShape(tool)
    return tool.spec.examples.flatMap(({ input }) =>
      Object.entries(input)
        .filter(([name, value]) => !typesIn(properties[name]).includes(typeOf(value)))
        .map(([name]) => `${tool.slug}.${name}`),
    )
  })
  expect(odd).toEqual([])
})

const typesIn = (field: JsonSchema | undefined): readonly unknown[] =>
  [field?.['type'] ?? []].flat().map((type) => (type === 'integer' ? 'number' : type))

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

test('every tool names a missing required field', () => {
  const odd = shops['service']!.catalog.tools.flatMap((tool) => {
    const { error } = tool.spec.input.safeParse({}, { error: wordingOf })
    return (error?.issues ?? [])
      .filter(({ path: [field, ...inside] }) => inside.length === 0 && isNeeded(tool, field))
      .filter(({ message }) => !/required|give/.test(message))
      .map(({ path, message }) => `${tool.slug}.${path.join('.')}: ${message}`)
  })
  expect(odd).toEqual([])
})

test('every report but that of new offerings refuses a missing subject unpaid', () => {
  const reports = shops['service']!.catalog.tools.filter(({ family }) => family === 'workflow')
  const open = reports.filter(({ spec }) => spec.input.safeParse({}).success)
  expect(open.map(({ slug }) => slug)).toEqual(['ipo-report'])
})

const isNeeded = (tool: Tool, field: PropertyKey | undefined): boolean =>
  inputShape(tool).required.includes(String(field))

describe.each(Object.entries(shops))('the catalog called %s', (_name, shop) => {
  const { tools, families }: Catalog = shop.catalog

  test('renders the same way every time, JSON as JSON', () => {
    for (const surface of allSurfaces) {
      const text = surface.render(shop)
      expect(surface.render(shop)).toBe(text)
      if (surface.contentType === 'application/json') expect(() => JSON.parse(text)).not.toThrow()
    }
  })

  test('the price list holds every tool', () => {
    const document = parsed('pricing', shop)
    expect(document).toMatchObject({
      baseUrl: site.baseUrl,
      openapi: `${site.baseUrl}/openapi.json`,
      tools: tools.length,
      payment: till.describe(),
      altPayment: {
        protocol: 'proof-of-work',
        difficultyBits: 16,
        eligibleTools: tools.filter((tool) => tool.pure).map((tool) => tool.slug),
      },
      categories: Object.fromEntries(
        Object.entries(families).map(([tag, family]) => [tag, family.title]),
      ),
    })
    const endpoints = tools.map((tool) => ({
      ...entryOf(tool, site),
      method: tool.method,
      path: tool.path,
    }))
    expect(at(document, 'endpoints')).toEqual(JSON.parse(JSON.stringify(endpoints)))
  })

  test('the description has one operation for each tool, with its price and its rails', () => {
    const document = parsed('openapi', shop)
    for (const tool of tools) {
      const operation = operationOf(document, tool)
      expect(operation).toMatchObject({
        operationId: tool.slug,
        tags: [tool.family],
        summary: tool.spec.name,
        description: tool.spec.description,
        'x-payment-info': {
          price: formatUsd(tool.price),
          rails: till.railsFor(tool),
          offers: till.offers(tool),
          computePayable: tool.pure,
        },
      })
      const statuses = Object.keys(at(operation, 'responses') as object).filter((s) => s !== '202')
      const forbidden = tool.spec.identity === 'wallet' ? [403] : []
      const body = tool.method === 'POST' ? [415] : []
      expect(statuses).toEqual(
        [200, 400, 402, ...forbidden, 404, 409, 413, ...body, 422, 429, 500, 502, 503, 504].map(
          String,
        ),
      )
      const carriers = at(operation, 'parameters') as readonly unknown[]
      const names = carriers.flatMap((each) => at(each, '$ref') ?? [])
      expect(names.includes('#/components/parameters/PowSolution')).toBe(tool.pure)
      expect(names).toContain('#/components/parameters/IdempotencyKey')
      expect(names).toContain('#/components/parameters/ResumeToken')
      expect(at(document, 'components', 'parameters', 'IdempotencyKey', 'schema')).toMatchObject({
        maxLength: 256,
      })
      const unpaid = at(document, 'components', 'responses', 'PaymentRequired', 'headers')
      expect(unpaid).toHaveProperty('X-Resume-Token')
      expect(inputNames(operation).toSorted()).toEqual(
        Object.keys(inputShape(tool).properties).toSorted(),
      )
    }
  })

  test('the description names every operation once, and every tag', () => {
    const document = parsed('openapi', shop)
    const operations = Object.values(at(document, 'paths') as object).flatMap(Object.values)
    const ids = operations.map((operation) => at(operation, 'operationId'))
    expect(new Set(ids).size).toBe(ids.length)
    const tags = (at(document, 'tags') as readonly unknown[]).map((tag) => at(tag, 'name'))
    for (const operation of operations) expect(tags).toContain(at(operation, 'tags', 0))
    expect(at(document, 'info', 'version')).toBe('2.1.0')
    expect(at(document, 'servers')).toEqual([{ url: site.baseUrl }])
  })

  test('every reference in the description resolves', () => {
    const document = parsed('openapi', shop)
    for (const pointer of referencesIn(document)) {
      const steps = pointer.slice(2).split('/')
      const names = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
      expect(at(document, ...names), pointer).toBeDefined()
    }
  })

  test('llms.txt names every tool under its family', () => {
    const text = rendered('llmsTxt', shop)
    const lines = text.split('\n')
    expect(lines[0]).toBe(`# ${site.name}`)
    expect(lines[2]).toMatch(new RegExp(`^> ${tools.length} tools `))
    expect(lines.filter((line) => line.startsWith('# '))).toHaveLength(1)
    for (const { title } of Object.values(families)) expect(lines).toContain(`## ${title}`)
    for (const tool of tools) {
      const mine = lines.filter((line) => line.includes(`](${entryOf(tool, site).docs}): `))
      expect(mine).toHaveLength(1)
      expect(mine[0]).toContain(`\`${tool.spec.route}\``)
      expect(mine[0]).toContain(formatUsd(tool.price))
      expect(mine[0]?.includes('proof of work')).toBe(tool.pure)
    }
    const listed = lines.filter((line) => line.startsWith('- ['))
    expect(listed).toHaveLength(tools.length + Object.keys(DOCUMENTS).length - 1)
    for (const line of listed) expect(line).toMatch(/^- \[.+\]\(https:\/\/farebox\.test\/\S+\): ./)
  })

  test('the manifest lists every address, and its sums are right', () => {
    const document = parsed('manifest', shop)
    expect(document).toMatchObject({ name: site.name, x402Version: 2, payment: till.describe() })
    const addresses = tools.map((tool) => site.baseUrl + tool.path)
    expect(at(document, 'resources')).toEqual([...new Set(addresses)])
    const categories = at(document, 'capabilities', 'categories') as readonly unknown[]
    const sum = (member: string): number =>
      categories.reduce<number>((total, each) => total + Number(at(each, member)), 0)
    expect(at(document, 'capabilities')).toMatchObject({
      tools: sum('tools'),
      computePayable: sum('computePayable'),
    })
    expect(sum('tools')).toBe(tools.length)
    expect(categories.map((each) => String(at(each, 'key'))).toSorted()).toEqual(
      Object.keys(families).toSorted(),
    )
  })

  test('the packs are a list', () => {
    const { packs } = parsed('skillPacks', shop) as { packs: readonly unknown[] }
    const slugs = shop.catalog.tools.flatMap(({ spec }) => spec.pack?.slug ?? [])
    expect(packs).toEqual(
      slugs.map((slug) =>
        expect.objectContaining({ slug, method: 'POST', route: `/api/skill/${slug}` }),
      ),
    )
  })
})

function inputNames(operation: unknown): readonly string[] {
  const body = at(operation, 'requestBody', 'content', 'application/json', 'schema')
  if (body) return Object.keys((at(body, 'properties') as object | undefined) ?? {})
  const parameters = at(operation, 'parameters') as readonly unknown[]
  return parameters
    .filter((each) => at(each, 'in') === 'query')
    .map((each) => String(at(each, 'name')))
}

function referencesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  )
}

describe('special cases of tools', () => {
  const document = parsed('openapi', shops['odd'] as Shop)
  const odd = (path: string, method = 'post'): unknown => at(document, 'paths', path, method)

  test('two tools may share a path', () => {
    expect(at(odd('/api/note', 'get'), 'operationId')).toBe('note-read')
    expect(at(odd('/api/note'), 'operationId')).toBe('note-write')
  })

  test('the form of lists and objects in a query is described', () => {
    const parameters = at(odd('/api/note', 'get'), 'parameters') as readonly unknown[]
    const named = (name: string) => parameters.find((each) => at(each, 'name') === name)
    expect(named('tags')).toMatchObject({
      style: 'form',
      explode: false,
      schema: { type: 'array' },
    })
    expect(named('filter')).toMatchObject({ content: { 'application/json': { schema: {} } } })
    expect(named('key')).toMatchObject({ required: true, schema: { type: 'string' } })
  })

  test('a recursive schema refers to its own place', () => {
    const references = referencesIn(odd('/api/tree'))
    expect(
      references.some((each) => each.startsWith('#/paths/~1api~1tree/post/requestBody/')),
    ).toBe(true)
    expect(references.some((each) => each.startsWith('#/paths/~1api~1tree/post/responses/'))).toBe(
      true,
    )
  })

  test('data that looks like a reference is left alone', () => {
    const example = at(odd('/api/tree'), 'requestBody', 'content', 'application/json', 'examples')
    expect(at(example, 'example-1', 'value', 'label')).toBe('#/$defs/none')
  })

  test('a slow tool accepts jobs, a wallet-bound one refuses credits, a computed price is a minimum', () => {
    const slow = odd('/api/tree')
    expect(Object.keys(at(slow, 'responses', '202', 'headers') as object)).toEqual([
      'Location',
      'Retry-After',
      'Preference-Applied',
    ])
    expect(at(slow, 'x-payment-info')).toMatchObject({ pricingMode: 'quote', price: '$0.020' })
    expect(at(odd('/api/note'), 'security')).toEqual([{}])
    expect(at(odd('/api/note', 'get'), 'security')).toEqual([{}, { credits: [] }])
    const schema = at(slow, 'responses', '200', 'content', 'application/json', 'schema')
    expect(at(schema, 'properties', 'untrustedContent')).toMatchObject({ type: 'boolean' })
    expect(at(schema, 'additionalProperties')).toBeUndefined()
  })

  test('names and descriptions cannot break the form of llms.txt', () => {
    const text = rendered('llmsTxt', shops['odd'] as Shop)
    expect(text).toContain(String.raw`- [Read \[one\] note]`)
    expect(text).toContain('from $0.020')
    expect(text).not.toContain('second line\n')
  })

  test('an instance without proof of work does not mention it', () => {
    const free: Shop['till'] = {
      railsFor: () => ['free'],
      offers: () => [],
      describe: () => ({ free: {} }),
      guides: { free: FREE_GUIDE },
    }
    const shop = { ...(shops['service'] as Shop), till: free }
    expect(parsed('pricing', shop)).not.toHaveProperty('altPayment')
    expect(rendered('llmsTxt', shop)).not.toMatch(/proof of work/i)
    expect(rendered('llmsTxt', shop)).toContain('Every tool is free')
    expect(rendered('llmsTxt', shop)).not.toMatch(/answered 402|billed/)
    const paths = JSON.stringify(at(parsed('openapi', shop), 'paths'))
    expect(paths).not.toMatch(/PowSolution|ResumeToken|"402"|pow\/challenge|credits\/balance/)
    for (const name of ['llmsTxt', 'openapi'] as const)
      expect(rendered(name, shop)).not.toMatch(/sold by the call, from|X-Resume-Token. says/)
    expect(rendered('llmsTxt', shop)).not.toMatch(/\$0\.\d/)
  })
})

describe('over HTTP', () => {
  let folder: string
  let service: Service

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'surfaces-'))
    const settings = { FREE_MODE: 'true', PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'silent' }
    service = await buildService(readConfig({ ...settings, DATA_DIR: folder }), {
      loaded: oddTools,
    })
  })
  afterAll(async () => {
    await service?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test(
    'an independent validator finds nothing wrong with the description',
    { tags: 'long' },
    async () => {
      const files = Object.entries(shops).map(([name, shop]) => [
        join(folder, `${name}.json`),
        rendered('openapi', shop),
      ])
      for (const [file = '', text = ''] of files) await writeFile(file, text)
      const rules = ['media-type', 'parameter', 'schema'].map(
        (kind) => `  no-invalid-${kind}-examples: error\n`,
      )
      const config = join(folder, 'redocly.yaml')
      await writeFile(config, `extends: [minimal]\nrules:\n${rules.join('')}`)
      const redocly = new URL('../node_modules/@redocly/cli/bin/cli.js', import.meta.url).pathname
      const names = files.map(([file = '']) => file)
      const { stdout, stderr } = await promisify(execFile)(
        process.execPath,
        [redocly, 'lint', ...names, '--config', config, '--format', 'stylish'],
        { cwd: folder, env: { ...process.env, REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' } },
      ).catch((failed: { stdout: string; stderr: string }) => failed)
      expect(stderr, stdout).toContain('Your API descriptions are valid')
    },
  )

  test('every document is served at its own path', async () => {
    for (const { path, contentType } of allSurfaces) {
      const response = await fetch(service.server.url + path)
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('content-type')).toBe(contentType)
    }
  })

  test('every described free endpoint is served', async () => {
    for (const { path, methods, refusals } of freeEndpoints) {
      for (const method of methods) {
        const asked = path.replace(/:\w+/, 'none')
        const body = method === 'POST' ? '{}' : null
        const response = await fetch(service.server.url + asked, { method, body })
        expect([200, ...refusals], `${method} ${path}`).toContain(response.status)
        expect(await response.text()).not.toContain(asked)
      }
    }
  })

  test('the answer of a search fits its description', async () => {
    const response = await fetch(`${service.server.url}/api/find?q=note`)
    const answer = (await response.json()) as object
    const schemas = at(parsed('openapi', shops['odd'] as Shop), 'components', 'schemas')
    const { properties, required } = at(schemas, 'Found') as Record<string, object>
    const { relatedSellers, ...always } = properties as Record<string, object>
    expect(relatedSellers).toMatchObject({ type: 'array' })
    expect(Object.keys(answer).toSorted()).toEqual(Object.keys(always).toSorted())
    expect(Object.keys(answer)).toEqual(expect.arrayContaining(Object.values(required ?? {})))
    const entry = at(answer, 'results', 0) as object
    expect(Object.keys(entry).toSorted()).toEqual(
      Object.keys(at(schemas, 'CatalogEntry', 'properties') as object).toSorted(),
    )
  })
})
