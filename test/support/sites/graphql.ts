import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'

const SDL = `"A country." type Country { code: ID! name: String! }
type Query { country(code: ID!): Country countries: [Country!]! }
type Mutation { rename(code: ID!, name: String!): Country }`

/** A GraphQL endpoint that answers queries of its schema, and says no to all others. */
export const graphqlSite: RequestListener = (request, response) => {
  void text(request).then(async (body) => {
    const { buildSchema, graphql } = await import('graphql')
    const { query = '' } = JSON.parse(body || '{}') as { query?: string }
    const isClosed = request.headers['x-closed'] !== undefined
    const answer = isClosed
      ? { errors: [{ message: 'GraphQL introspection is not allowed.' }] }
      : await graphql({ schema: buildSchema(SDL), source: query })
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
}
