import type { Answer, Client } from '../../../src/net/request.ts'

type Method = (...params: never[]) => unknown

/** A node of JSON-RPC without a socket. What a method throws is an error that the node answers. */
export function nodeOf(methods: Readonly<Record<string, Method>>): Client {
  const answerTo = (body: string): unknown => {
    const { id, method, params } = JSON.parse(body) as {
      readonly id: number
      readonly method: string
      readonly params: readonly never[]
    }
    try {
      return { id, result: methods[method]?.(...params) }
    } catch (thrown) {
      return { id, error: { code: -32_000, message: String(thrown) } }
    }
  }
  return {
    request: async (_url, options) => jsonAnswer(answerTo(String(options?.body))),
    stream: () => Promise.reject(new Error('nobody streams')),
    close: async () => {},
  }
}

export function jsonAnswer(body: unknown, status = 200): Answer {
  const bytes = Buffer.from(JSON.stringify(body))
  return { status, headers: new Headers(), url: '', bytes }
}
