import type { Answer, Client } from '../../../src/outside/net/request.ts'

type Method = (...params: never[]) => unknown

interface Request {
  readonly id: number
  readonly method: string
  readonly params: readonly never[]
}

/**
 * A node of JSON-RPC without a socket. What a method throws is an error that the node answers.
 * `onRequest` is called before each request or batch, which one node answers.
 */
export function nodeOf(
  methods: Readonly<Record<string, Method>>,
  onRequest: () => void = () => {},
): Client {
  const answerTo = ({ id, method, params }: Request): unknown => {
    try {
      return { id, result: methods[method]?.(...params) }
    } catch (thrown) {
      return { id, error: { code: -32_000, message: String(thrown) } }
    }
  }
  return {
    async request(_url, options) {
      onRequest()
      const asked = JSON.parse(String(options?.body)) as Request | readonly Request[]
      return jsonAnswer(Array.isArray(asked) ? asked.map(answerTo) : answerTo(asked as Request))
    },
    stream: () => Promise.reject(new Error('nobody streams')),
    close: async () => {},
  }
}

export function jsonAnswer(body: unknown, status = 200): Answer {
  const bytes = Buffer.from(JSON.stringify(body))
  return { status, headers: new Headers(), url: '', bytes }
}
