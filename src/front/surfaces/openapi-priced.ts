import type { JsonObject } from '../../base/lib/json-object.ts'
import { dollarsOf, formatUsd } from '../../base/core/money.ts'
import { inputShape, outputSchema, type JsonSchema } from '../../base/core/shape.ts'
import { pricingModeOf, type Tool } from '../../base/core/tool.ts'
import { placed, pointerTo } from './json-pointer.ts'
import {
  BODY_REFUSALS,
  OK_HEADERS,
  PAYMENT_REFUSALS,
  PRICED_REFUSALS,
  refHeaders,
  refParameter,
  refusals,
} from './openapi-components.ts'
import { paymentPlaces, takesWork } from './paying.ts'
import { isFree, type Shop } from './surface.ts'

/** The operation of a tool, derived from the tool and the till. */
export function pricedOperation(tool: Tool, shop: Shop): JsonObject {
  const { slug, spec, family, method } = tool
  const payment = paymentPlaces(tool, shop)
  const carriers = [
    'IdempotencyKey',
    ...payment.parameters,
    ...(spec.pace === 'slow' ? ['Prefer'] : []),
  ].map(refParameter)
  return {
    operationId: slug,
    tags: [family],
    summary: spec.name,
    description: spec.description,
    parameters: [...(method === 'GET' ? queryOf(tool) : []), ...carriers],
    ...(method === 'POST' ? { requestBody: bodyOf(tool) } : {}),
    security: [{}, ...payment.security.map((scheme) => ({ [scheme]: [] }))],
    responses: {
      200: answerOf(tool),
      ...(spec.pace === 'slow' ? { 202: ACCEPTED } : {}),
      ...refusals([
        ...PRICED_REFUSALS,
        ...(isFree(shop) ? [] : PAYMENT_REFUSALS),
        ...(method === 'POST' ? BODY_REFUSALS : []),
        ...(spec.identity === 'wallet' ? [403] : []),
      ]),
    },
    'x-payment-info': paymentInfo(tool, shop),
  }
}

function paymentInfo(tool: Tool, shop: Shop): JsonObject {
  const offers = shop.till.offers(tool)
  return {
    price: formatUsd(tool.price),
    priceUsd: dollarsOf(tool.price),
    pricingMode: pricingModeOf(tool),
    rails: shop.till.railsFor(tool),
    computePayable: takesWork(tool, shop),
    ...(offers.length > 0 ? { offers } : {}),
  }
}

/** Inputs as query parameters: lists are separated by commas, objects are JSON. */
function queryOf(tool: Tool): readonly JsonObject[] {
  const { properties, required } = inputShape(tool)
  const example = tool.spec.examples[0].input as JsonObject
  return Object.entries(properties).map(([name, property], at) => {
    const parameter: Record<string, unknown> = {
      name,
      in: 'query',
      required: required.includes(name),
    }
    const place = ['paths', tool.path, 'get', 'parameters', at]
    Object.assign(parameter, valueOf(tool, property, place))
    if (property['description'] !== undefined) parameter['description'] = property['description']
    if (name in example) parameter['example'] = example[name]
    return parameter
  })
}

function valueOf(
  tool: Tool,
  property: JsonSchema,
  place: readonly (string | number)[],
): JsonObject {
  const { description: _, ...bare } = property
  const { schema: whole } = inputShape(tool)
  const at = (...steps: readonly string[]) =>
    standing(bare, whole, pointerTo(...place, ...steps, 'schema'))
  if (property['type'] === 'object') {
    const type = 'application/json'
    return { content: { [type]: { schema: at('content', type) } } }
  }
  const list = property['type'] === 'array' ? { style: 'form', explode: false } : {}
  return { schema: at(), ...list }
}

/** A part of a schema with the definitions that it refers to. */
function standing(part: JsonSchema, whole: JsonSchema, pointer: string): JsonSchema {
  const refers = JSON.stringify(part).includes('"$ref":"#/$defs/')
  return placed(refers ? { ...part, $defs: whole['$defs'] } : part, pointer)
}

function bodyOf(tool: Tool): JsonObject {
  const { schema, required } = inputShape(tool)
  const type = 'application/json'
  const pointer = pointerTo('paths', tool.path, 'post', 'requestBody', 'content', type, 'schema')
  const inputs = tool.spec.examples.map(({ input }) => input)
  return {
    required: required.length > 0,
    content: { [type]: { schema: placed(schema, pointer), examples: numbered(inputs) } },
  }
}

function answerOf(tool: Tool): JsonObject {
  const type = produces(tool)
  const method = tool.method.toLowerCase()
  const pointer = pointerTo('paths', tool.path, method, 'responses', 200, 'content', type, 'schema')
  const outputs = tool.spec.examples.flatMap(({ output }) => (output === undefined ? [] : [output]))
  return {
    description: 'The answer. Only this one is billed.',
    headers: OK_HEADERS,
    content: {
      [type]: {
        schema: placed(answerSchema(tool), pointer),
        ...(outputs.length > 0 ? { examples: numbered(outputs) } : {}),
      },
    },
  }
}

/** The schema of a tool's answer. It allows fields that may be added later. */
function answerSchema(tool: Tool): JsonSchema {
  const { additionalProperties: _, ...schema } = outputSchema(tool)
  return schema
}

/** The media type of a tool's answer. */
function produces(tool: Tool): string {
  const type = outputSchema(tool)['contentMediaType']
  return typeof type === 'string' ? type : 'application/json'
}

const ACCEPTED: JsonObject = {
  description: 'The job has begun. Nothing is charged yet.',
  headers: refHeaders({
    Location: 'Location',
    'Retry-After': 'RetryAfter',
    'Preference-Applied': 'PreferenceApplied',
  }),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Job' } } },
}

const numbered = (values: readonly unknown[]): JsonObject =>
  Object.fromEntries(values.map((value, at) => [`example-${at + 1}`, { value }]))
