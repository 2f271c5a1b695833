import fc from 'fast-check'
import graphqlValidate from '../../src/goods/tools/api/graphql-http/graphql-validate.ts'
import requestSign from '../../src/goods/tools/api/webhooks-auth/request-sign.ts'
import { answer, comparison, has, python, write } from './_compare.ts'

const SEED = 15
const samples = <T>(arbitrary: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count })

const SCHEMA = `type Query { user(id: ID!): User users(first: Int = 1): [User!]! }
interface Named { name: String! } type User implements Named { name: String! age: Int friends: [User] }`

const PIECES = ['user', 'users', 'name', 'age', 'friends', '{', '}', '(id: 1)', '(first: "x")']
const MORE = [
  '...F',
  '... on User { name }',
  '@skip(if: true)',
  '$a',
  'a: name',
  'name',
  '{ name }',
]
const queries = fc
  .array(fc.constantFrom(...PIECES, ...MORE), { maxLength: 7 })
  .map((parts) => `query Q { ${parts.join(' ')} } fragment F on User { age }`)

/** Whether two implementations of one specification take the same queries. */
async function compareGraphql(): Promise<void> {
  const { same, close } = comparison('graphql-validate with graphql-core')
  const cases = samples(queries, 2_000)
  const theirs = python(
    `from graphql import build_schema, parse, validate, GraphQLError
schema = build_schema(data["schema"])
def ok(q):
    try: return len(validate(schema, parse(q))) == 0
    except GraphQLError: return False
print(json.dumps([ok(q) for q in data["cases"]]))`,
    { schema: SCHEMA, cases },
  ) as readonly boolean[]
  for (const [at, query] of cases.entries()) {
    const ours = await answer(graphqlValidate, { query, schema: SCHEMA })
    same(query, 'refused' in ours ? false : ours['valid'], theirs[at])
  }
  close()
}

const word = fc.stringMatching(/^[A-Za-z0-9 ~é+&=/-]{1,8}$/)
const requests = fc.record({
  method: fc.constantFrom('GET', 'PUT', 'POST'),
  path: fc.array(word, { maxLength: 3 }),
  query: fc.array(fc.tuple(word, word), { maxLength: 3 }),
  header: fc.stringMatching(/^[a-z ]{1,12}$/),
  body: fc.string({ maxLength: 20 }),
  isS3: fc.boolean(),
})

/** What the SDK of AWS for Python sends. */
async function compareAws(): Promise<void> {
  const { same, close } = comparison('request-sign with botocore')
  const cases = samples(requests, 1_500).map(({ path, query, ...rest }) => {
    const pairs = query.map((pair) => pair.map(encodeURIComponent).join('='))
    const url = new URL(`https://host.example/${path.map(encodeURIComponent).join('/')}`)
    url.search = pairs.join('&')
    return { ...rest, header: rest.header.trim() || 'x', url: url.href }
  })
  const theirs = python(
    `import datetime, botocore.auth as auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
at = datetime.datetime(2026, 1, 1)
class Fixed(datetime.datetime):
    @classmethod
    def utcnow(cls): return at
    @classmethod
    def now(cls, tz=None): return at
if hasattr(auth, "get_current_datetime"): auth.get_current_datetime = lambda *a, **k: at
auth.datetime = type("M", (), {"datetime": Fixed, "timezone": datetime.timezone})
def sign(c):
    kind, service = (auth.S3SigV4Auth, "s3") if c["isS3"] else (auth.SigV4Auth, "execute-api")
    request = AWSRequest(c["method"], c["url"], {"x-extra": c["header"]}, c["body"].encode())
    request.context["payload_signing_enabled"] = True
    request.context["client_config"] = None
    kind(Credentials("AKIDEXAMPLE", "SECRET"), service, "eu-west-1").add_auth(request)
    return request.headers["Authorization"].split("Signature=")[1]
print(json.dumps([sign(c) for c in data]))`,
    cases,
  ) as readonly string[]
  for (const [at, { method, url, header, body, isS3 }] of cases.entries()) {
    const { signature } = await answer(requestSign, {
      scheme: 'aws-sigv4',
      method,
      url,
      headers: { 'x-extra': header },
      body,
      keyId: 'AKIDEXAMPLE',
      secret: 'SECRET',
      region: 'eu-west-1',
      service: isS3 ? 's3' : 'execute-api',
      timestampIso: '2026-01-01T00:00:00Z',
    })
    same({ method, url, header, isS3 }, signature, theirs[at])
  }
  close()
}

const imports = (name: string) => has('python3', '-c', `import ${name}`)
if (imports('graphql')) await compareGraphql()
else write('graphql-validate: python3-graphql-core is not installed')
if (imports('botocore')) await compareAws()
else write('request-sign: python3-botocore is not installed')
