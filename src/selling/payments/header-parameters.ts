/** A request header, as OpenAPI describes it. */
export const headerParameter = (
  name: string,
  description: string,
  schema: Readonly<Record<string, unknown>> = { type: 'string' },
) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
})

/**
 * For every rail whose money moves outside this service: the result of a settlement may stay
 * unknown.
 */
export const RESUME = {
  ResumeToken: headerParameter(
    'X-Resume-Token',
    'The token of a 402 "settlement unknown", in place of a payment: tells what became of that one.',
  ),
}
