import fc from 'fast-check'
import assignment from '../../src/goods/tools/math/business-planning/assignment.ts'
import breakEven from '../../src/goods/tools/math/business-planning/break-even.ts'
import depreciation from '../../src/goods/tools/math/business-planning/depreciation.ts'
import graph from '../../src/goods/tools/math/business-planning/graph.ts'
import invoiceTotal from '../../src/goods/tools/math/business-planning/invoice-total.ts'
import knapsack from '../../src/goods/tools/math/business-planning/knapsack.ts'
import linearProgram from '../../src/goods/tools/math/business-planning/linear-program.ts'
import margin from '../../src/goods/tools/math/business-planning/margin.ts'
import routeOptimize from '../../src/goods/tools/math/business-planning/route-optimize.ts'
import saasMetrics from '../../src/goods/tools/math/business-planning/saas-metrics.ts'
import scheduleTasks from '../../src/goods/tools/math/business-planning/schedule-tasks.ts'
import setOps from '../../src/goods/tools/math/business-planning/set-ops.ts'
import splitAmount from '../../src/goods/tools/math/business-planning/split-amount.ts'
import { answer, compareNear, comparison, has, write } from './_compare.ts'

/**
 * Plans and totals against SciPy, GLPK (by cvxopt), NetworkX, brute force, and exact fractions of
 * Python.
 */

const SEED = 15
const samples = <T>(arbitrary: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count })

type Told = Record<string, unknown>
const list = <T>(arbitrary: fc.Arbitrary<T>, minLength: number, maxLength: number) =>
  fc.array(arbitrary, { minLength, maxLength })
const cents = (most: number) =>
  fc.integer({ min: 1, max: most * 100 }).map((value) => (value / 100).toFixed(2))
const percent = fc.integer({ min: 0, max: 9_900 }).map((value) => (value / 100).toFixed(2))

async function compareChoices(): Promise<void> {
  const sizes = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
  const costs = sizes.chain(([rows, columns]) =>
    list(list(fc.integer({ min: -50, max: 99 }), columns, columns), rows, rows),
  )
  await compareNear(
    'assignment with SciPy',
    assignment,
    samples(fc.record({ costs, maximize: fc.boolean() }), 400),
    `from scipy.optimize import linear_sum_assignment
import numpy as np
out=[]
for c in data:
    m=np.array(c['costs']); r,k=linear_sum_assignment(m,c['maximize'])
    out.append([int(m[r,k].sum()),len(r),sum(m.shape)-2*len(r)])
print(json.dumps(out))`,
    ({ total, pairs, unassigned }) => [
      total,
      (pairs as unknown[]).length,
      (unassigned as unknown[]).length,
    ],
  )
  const item = fc.record({
    weight: fc.integer({ min: 0, max: 30 }),
    value: fc.integer({ min: 0, max: 50 }),
    limit: fc.integer({ min: 1, max: 4 }),
  })
  const bag = fc.record({ items: list(item, 1, 10), capacity: fc.integer({ min: 0, max: 120 }) })
  const packed = samples(bag, 300).map(({ items, capacity }) => ({
    capacity,
    items: items.map((one, at) => ({ name: `item ${at}`, ...one })),
  }))
  await compareNear(
    'knapsack with GLPK',
    knapsack,
    packed,
    `from cvxopt import matrix, glpk
glpk.options['msg_lev']='GLP_MSG_OFF'
import numpy as np
out=[]
for c in data:
    I=c['items']; n=len(I); v=[float(i['value']) for i in I]
    G=np.vstack([[float(i['weight']) for i in I],np.eye(n),-np.eye(n)]); h=np.array([float(c['capacity'])]+[float(i['limit']) for i in I]+[0.0]*n)
    s,x=glpk.ilp(matrix([-a for a in v]),matrix(G),matrix(h),matrix(0.0,(0,n)),matrix(0.0,(0,1)),set(range(n)),set())
    out.append([round(sum(a*b for a,b in zip(v,x)))])
print(json.dumps(out))`,
    ({ totalValue }) => [totalValue],
  )
  const stops = fc.integer({ min: 2, max: 7 }).chain((count) =>
    fc.record({
      matrix: list(list(fc.integer({ min: 0, max: 99 }), count, count), count, count),
      roundTrip: fc.boolean(),
      fixFirst: fc.boolean(),
      fixLast: fc.boolean(),
    }),
  )
  await compareNear(
    'route-optimize with every order',
    routeOptimize,
    samples(stops, 300).map((one) => ({
      ...one,
      stops: one.matrix.map((_, at) => ({ name: `stop ${at}` })),
    })),
    `from itertools import permutations
out=[]
for c in data:
    m=c['matrix']; n=len(m); best=None
    for p in permutations(range(n)):
        if (c['fixFirst'] or c['roundTrip']) and p[0]!=0: continue
        if c['fixLast'] and not c['roundTrip'] and p[-1]!=n-1: continue
        d=sum(m[a][b] for a,b in zip(p,p[1:]))+(m[p[-1]][p[0]] if c['roundTrip'] else 0)
        best=d if best is None or d<best else best
    out.append([best])
print(json.dumps(out))`,
    ({ totalKm }) => [totalKm],
  )
}

const NAMES = ['x', 'y', 'z', 'w']

async function comparePrograms(): Promise<void> {
  const factor = fc.integer({ min: -9, max: 12 })
  const terms = list(factor, 4, 4).map((row) =>
    Object.fromEntries(NAMES.map((name, at) => [name, row[at] ?? 0])),
  )
  const row = fc.record({
    terms,
    op: fc.constantFrom('<=', '<=', '>=', '='),
    value: fc.integer({ min: -10, max: 60 }),
  })
  const problem = fc.record({
    objective: terms,
    direction: fc.constantFrom('max', 'min'),
    constraints: list(row, 1, 5),
    integers: fc.subarray(NAMES),
    free: fc.subarray(NAMES, { maxLength: 1 }),
  })
  const kinds = ['continuous', 'whole'] as const
  for (const kind of kinds)
    await compareNear(
      `linear-program, ${kind}, with GLPK`,
      linearProgram,
      samples(problem, 400).map((one) => ({
        ...one,
        integers: kind === 'whole' ? one.integers : [],
        // A bound keeps GLPK from searching whole numbers without end.
        constraints: [...one.constraints, ...(kind === 'whole' ? BOXES : [])],
      })),
      `from cvxopt import matrix, glpk
glpk.options['msg_lev']='GLP_MSG_OFF'; glpk.options['tm_lim']=5000
import numpy as np
N=['x','y','z','w']; out=[]
for c in data:
    s=-1.0 if c['direction']=='max' else 1.0; f=matrix([s*c['objective'][n] for n in N])
    G,h,A,b=[],[],[],[]
    for r in c['constraints']:
        v=[float(r['terms'].get(n,0)) for n in N]
        if r['op']=='=': A.append(v); b.append(float(r['value']))
        else:
            k=1 if r['op']=='<=' else -1; G.append([k*a for a in v]); h.append(float(k*r['value']))
    for i,n in enumerate(N):
        if n not in c['free']: G.append([-1.0 if j==i else 0.0 for j in range(4)]); h.append(0.0)
    G=matrix(np.array(G)); h=matrix(h); A=matrix(np.array(A)) if A else matrix(0.0,(0,4)); b=matrix(b) if b else matrix(0.0,(0,1))
    if c['integers']: t,x=glpk.ilp(f,G,h,A,b,{N.index(n) for n in c['integers']},set())
    else: t,x=glpk.lp(f,G,h,A,b)[:2]
    out.append(['optimal',round(s*(f.T*x)[0],6)+0] if t=='optimal' and x is not None else ['none',None])
print(json.dumps(out))`,
      ({ status, value }) =>
        status === 'optimal' ? [status, Number(Number(value).toFixed(6)) + 0] : ['none', null],
      1e-6,
      2e-6,
    )
}

const BOXES = NAMES.flatMap((name) => [
  { terms: { [name]: 1 }, op: '<=', value: 50 },
  { terms: { [name]: 1 }, op: '>=', value: -50 },
])

/** Tasks come after such as stand before them, so that there is no circle. */
const tasks = list(
  fc.record({
    duration: fc.integer({ min: 0, max: 9 }),
    after: list(fc.nat(50), 0, 3),
    resource: fc.constantFrom(undefined, undefined, 'oven', 'van'),
  }),
  1,
  12,
).map((all) =>
  all.map(({ duration, after, resource }, at) => ({
    name: `t${at}`,
    duration,
    after: at === 0 ? [] : [...new Set(after.map((one) => `t${one % at}`))],
    ...(resource !== undefined && { resource }),
  })),
)

async function compareSchedules(): Promise<void> {
  const cases = samples(fc.record({ tasks, workers: fc.integer({ min: 1, max: 4 }) }), 300)
  await compareNear(
    'schedule-tasks, the longest chain and slack, with NetworkX',
    scheduleTasks,
    cases,
    `import networkx as nx
out=[]
for c in data:
    D={t['name']:t['duration'] for t in c['tasks']}
    G=nx.DiGraph(); G.add_nodes_from(D); G.add_edges_from((a,t['name']) for t in c['tasks'] for a in t['after'])
    e={}; l={}
    for n in nx.topological_sort(G): e[n]=max([e[p]+D[p] for p in G.predecessors(n)],default=0)
    end=max(e[n]+D[n] for n in D)
    for n in reversed(list(nx.topological_sort(G))): l[n]=min([l[s] for s in G.successors(n)],default=end)-D[n]
    out.append([end,[l[n]-e[n] for n in D]])
print(json.dumps(out))`,
    ({ leastMakespan, schedule }) => {
      const rows = schedule as { name: string; slack: number }[]
      const slack = rows.toSorted((a, b) => Number(a.name.slice(1)) - Number(b.name.slice(1)))
      return [leastMakespan, slack.map((one) => one.slack)]
    },
  )
  const { same, close } = comparison('schedule-tasks keeps dependencies, workers and resources')
  for (const input of cases) same(input, faultOf(input, await answer(scheduleTasks, input)), null)
  close()
  const edge = fc.tuple(fc.nat(9), fc.nat(9), fc.integer({ min: 1, max: 20 }))
  const edges = list(edge, 1, 20)
    .map((all) => all.filter(([from, to]) => from < to))
    .filter((all) => all.length > 0)
    .map((all) => all.map(([from, to, weight]) => [`n${from}`, `n${to}`, weight]))
  await compareNear(
    'graph criticalPath with NetworkX',
    graph,
    samples(edges, 200).map((one) => ({ op: 'criticalPath', edges: one })),
    `import networkx as nx
out=[]
for c in data:
    G=nx.DiGraph()
    for a,b,w in c['edges']:
        if not G.has_edge(a,b) or G[a][b]['weight']<w: G.add_edge(a,b,weight=w)
    out.append([nx.dag_longest_path_length(G)])
print(json.dumps(out))`,
    ({ cost }) => [cost],
  )
}

interface Plan {
  readonly tasks: readonly {
    name: string
    duration: number
    after: readonly string[]
    resource?: string
  }[]
  readonly workers: number
}
interface Row {
  readonly name: string
  readonly worker: number
  readonly start: number
  readonly end: number
}

function faultOf(plan: Plan, told: Told): string | null {
  const rows = new Map((told['schedule'] as Row[]).map((row) => [row.name, row]))
  for (const { name, duration, after, resource } of plan.tasks) {
    const row = rows.get(name)
    if (row?.end !== row!.start + duration) return `${name} has another length`
    if (row.worker < 1 || row.worker > plan.workers) return `${name} has no such worker`
    if (after.some((one) => rows.get(one)!.end > row.start)) return `${name} begins too early`
    for (const other of plan.tasks) {
      const against = rows.get(other.name)!
      const overlaps = row.start < against.end && against.start < row.end
      if (other.name === name || !overlaps) continue
      if (against.worker === row.worker) return `${name} and ${other.name} have one worker`
      if (resource !== undefined && other.resource === resource)
        return `${name} and ${other.name} hold one resource`
    }
  }
  const end = Math.max(...[...rows.values()].map((row) => row.end))
  return end === told['makespan'] ? null : 'the last end is another'
}

const EXACT = `from fractions import Fraction as F
from decimal import *
getcontext().prec=80
def dec(f): return Decimal(f.numerator)/Decimal(f.denominator)
def rnd(f,places=2,mode=ROUND_HALF_EVEN): return F(dec(f).quantize(Decimal(1).scaleb(-places),rounding=mode))
def txt(f,places=2):
    t=format(dec(f).quantize(Decimal(1).scaleb(-places)),'f')
    return t.lstrip('-') if f==0 else t
`

async function compareMoney(): Promise<void> {
  const line = fc.record({
    quantity: fc.integer({ min: -20, max: 4_000 }).map((value) => (value / 8).toFixed(3)),
    unitPrice: cents(2_000),
    taxPct: fc.constantFrom('0', '7', '19', '20', '8.875', '5.5'),
    discountPct: fc.constantFrom('0', '0', '10', '2.5', '33.33'),
  })
  const invoice = fc.record({
    lines: list(line, 1, 6),
    pricesIncludeTax: fc.boolean(),
    rounding: fc.constantFrom('line', 'total'),
    halves: fc.constantFrom('half-even', 'half-up'),
    currency: fc.constantFrom('USD', 'JPY', 'KWD'),
  })
  await compareNear(
    'invoice-total with Python fractions',
    invoiceTotal,
    samples(invoice, 500),
    `${EXACT}
P={'USD':2,'JPY':0,'KWD':3}; out=[]
for c in data:
    p=P[c['currency']]; R=lambda f:rnd(f,p,ROUND_HALF_EVEN if c['halves']=='half-even' else ROUND_HALF_UP); inc=c['pricesIncludeTax']
    tax=lambda a,r:R(a*r/(100+r)) if inc else R(a*r/100)
    rates={}; disc=F(0)
    for l in c['lines']:
        full=R(F(l['quantity'])*F(l['unitPrice'])); d=R(full*F(l['discountPct'])/100); a=full-d; disc+=d; r=F(l['taxPct']); t=tax(a,r)
        rates.setdefault(r,[]).append((a-t if inc else a,t,a if inc else a+t))
    net=F(0); total=F(0)
    for r,m in rates.items():
        if c['rounding']=='line': n=sum(x[0] for x in m); t=sum(x[1] for x in m)
        else:
            a=sum(x[2] if inc else x[0] for x in m); t=tax(a,r); n=a-t if inc else a
        net+=n; total+=n+t
    out.append([txt(net,p),txt(disc,p),txt(total,p)])
print(json.dumps(out))`,
    ({ subtotal, discount, total }) => [subtotal, discount, total],
  )
}

async function compareSplits(): Promise<void> {
  const shares = fc.record({
    amount: fc.integer({ min: -999_999, max: 999_999 }).map((value) => (value / 100).toFixed(2)),
    shares: list(fc.integer({ min: 0, max: 40 }), 1, 9),
  })
  await compareNear(
    'split-amount with Python fractions',
    splitAmount,
    samples(shares, 400).filter((one) => one.shares.some((share) => share > 0)),
    `${EXACT}
out=[]
for c in data:
    a=round(F(c['amount'])*100); s=-1 if a<0 else 1; a=abs(a); w=c['shares']; W=sum(w)
    cut=[a*x//W for x in w]; rest=sorted(range(len(w)),key=lambda i:(-(a*w[i]%W),i))[:a-sum(cut)]
    out.append([txt(F(s*(x+(i in rest)),100)) for i,x in enumerate(cut)])
print(json.dumps(out))`,
    ({ parts }) => parts,
  )
  const asset = fc.record({
    cost: cents(90_000),
    salvagePct: fc.integer({ min: 0, max: 90 }),
    years: fc.integer({ min: 1, max: 25 }),
    method: fc.constantFrom('straight', 'declining', 'double-declining', 'sum-of-years'),
    factor: fc.constantFrom(1, 1.5, 2, 3),
  })
  await compareNear(
    'depreciation with Python fractions (SLN, VDB and SYD of OpenFormula)',
    depreciation,
    samples(asset, 400).map(({ salvagePct, ...one }) => ({
      ...one,
      salvage: ((Number(one.cost) * salvagePct) / 100).toFixed(2),
    })),
    `${EXACT}
out=[]
for c in data:
    cost=F(c['cost']); s=F(c['salvage']); n=c['years']; m=c['method']; f=F(c['factor']) if m=='declining' else F(2)
    if m=='straight': e=[(cost-s)/n]*n
    elif m=='sum-of-years': e=[(cost-s)*(n-k)*2/(n*(n+1)) for k in range(n)]
    else:
        e=[]; b=cost
        for k in range(n):
            d=b*min(f/n,1); d=max(0,min(d,b-s)); l=(b-s)/(n-k)
            if l>d: d=l
            e.append(d); b-=d
    sums=[rnd(sum(e[:k+1])) for k in range(n)]
    out.append([[txt(x) for x in sums],[txt(rnd(cost)-x) for x in sums]])
print(json.dumps(out))`,
    ({ schedule }) => {
      const rows = schedule as { accumulated: string; bookValue: string }[]
      return [rows.map((one) => one.accumulated), rows.map((one) => one.bookValue)]
    },
  )
}

async function compareFigures(): Promise<void> {
  const pair = fc.constantFrom<readonly [string, string]>(
    ['cost', 'price'],
    ['cost', 'marginPct'],
    ['cost', 'markupPct'],
    ['price', 'marginPct'],
    ['price', 'markupPct'],
  )
  const sold = fc.tuple(pair, cents(900), cents(900), percent, percent, percent)
  await compareNear(
    'margin with Python fractions',
    margin,
    samples(sold, 400).map(([[first, second], a, b, share, taxPct, discountPct]) => ({
      [first]: a,
      [second]: second === 'price' ? b : share,
      taxPct,
      discountPct,
    })),
    `${EXACT}
out=[]
for c in data:
    g={k:F(v) for k,v in c.items()}; m=g.get('marginPct'); u=g.get('markupPct')
    if 'cost' in g and 'price' in g: k,p=g['cost'],g['price']
    elif 'cost' in g: k=g['cost']; p=k/(1-m/100) if m is not None else k*(1+u/100)
    else: p=g['price']; k=p*(1-m/100) if m is not None else p/(1+u/100)
    gross=p/(1-g['discountPct']/100)*(1+g['taxPct']/100)
    out.append([*(txt(rnd(x)) for x in (k,p,p-k,gross)),float((p-k)*100/p),float((p-k)*100/k)])
print(json.dumps(out))`,
    ({ cost, price, profit, grossPrice, marginPct, markupPct }) => [
      cost,
      price,
      profit,
      grossPrice,
      marginPct,
      markupPct,
    ],
    1e-9,
    1e-9,
  )
  const product = fc.record({
    fixedCost: cents(90_000),
    variableCost: cents(400),
    more: cents(200),
    targetProfit: cents(9_000),
    units: fc.integer({ min: 1, max: 9_000 }),
  })
  await compareNear(
    'break-even with Python fractions',
    breakEven,
    samples(product, 300).map(({ more, ...one }) => ({
      ...one,
      price: (Number(one.variableCost) + Number(more)).toFixed(2),
    })),
    `${EXACT}
import math
out=[]
for c in data:
    p,v=F(c['price']),F(c['variableCost']); x=(F(c['fixedCost'])+F(c['targetProfit']))/(p-v); n=math.ceil(x); u=c['units']
    out.append([str(n),float(x),float(n*p),float(p-v),float((p-v)/p),float((u-x)*100/u)])
print(json.dumps(out))`,
    ({ units, exactUnits, revenue, contributionMargin, marginRatio, safetyMarginPct }) => [
      units,
      exactUnits,
      Number(revenue),
      Number(contributionMargin),
      marginRatio,
      safetyMarginPct,
    ],
    1e-12,
    1e-12,
  )
}

async function compareMonths(): Promise<void> {
  const month = fc.record({
    customersStart: fc.integer({ min: 1, max: 900 }),
    newCustomers: fc.integer({ min: 1, max: 90 }),
    lost: fc.integer({ min: 1, max: 100 }),
    mrrStart: cents(90_000),
    newMrr: cents(900),
    expansionMrr: cents(900),
    salesSpend: cents(9_000),
    grossMarginPct: fc.integer({ min: 1, max: 100 }),
  })
  await compareNear(
    'saas-metrics with Python fractions',
    saasMetrics,
    samples(month, 300).map(({ lost, ...one }) => ({
      ...one,
      churnedCustomers: Math.max(1, Math.floor((one.customersStart * lost) / 100)),
      churnedMrr: ((Number(one.mrrStart) * lost) / 100).toFixed(2),
    })),
    `${EXACT}
out=[]
for c in data:
    g={k:F(v) for k,v in c.items()}; mrr=g['mrrStart']+g['newMrr']+g['expansionMrr']-g['churnedMrr']
    n=g['customersStart']+g['newCustomers']-g['churnedCustomers']; a=mrr/n; m=g['grossMarginPct']/100; ch=g['churnedCustomers']/g['customersStart']
    ltv=a*m/ch; cac=g['salesSpend']/g['newCustomers']
    out.append([float(x) for x in [ch*100,mrr,mrr*12,(g['mrrStart']+g['expansionMrr']-g['churnedMrr'])*100/g['mrrStart'],(g['mrrStart']-g['churnedMrr'])*100/g['mrrStart'],a,ltv,cac,ltv/cac,cac/(a*m)]])
print(json.dumps(out))`,
    (told) =>
      [
        'churnPct',
        'mrr',
        'arr',
        'nrrPct',
        'grrPct',
        'arpa',
        'ltv',
        'cac',
        'ltvCac',
        'paybackMonths',
      ].map((name) => Number(told[name])),
    1e-10,
    1e-10,
  )
}

async function compareSets(): Promise<void> {
  const member = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constantFrom('a', 'A', 'b', ''))
  await compareNear(
    'set-ops with Python sets',
    setOps,
    samples(fc.record({ a: list(member, 0, 12), b: list(member, 0, 12) }), 300),
    `out=[]
def uniq(l): return list(dict.fromkeys(map(json.dumps,l)))
for c in data:
    a,b=uniq(c['a']),uniq(c['b']); A,B=set(a),set(b); un=a+[x for x in b if x not in A]
    dup=lambda l:[x for x in uniq(l) if list(map(json.dumps,l)).count(x)>1]
    L=lambda l:[json.loads(x) for x in l]
    out.append([L(un),L(x for x in a if x in B),L(x for x in a if x not in B),L(x for x in b if x not in A),sorted(dup(c['a'])),sorted(dup(c['b'])),len(A&B)/len(A|B) if A|B else None])
print(json.dumps(out))`,
    ({ union, intersection, onlyA, onlyB, duplicatesA, duplicatesB, jaccard }) => [
      union,
      intersection,
      onlyA,
      onlyB,
      texts(duplicatesA),
      texts(duplicatesB),
      jaccard,
    ],
  )
}

const texts = (values: unknown): readonly string[] =>
  (values as unknown[]).map((one) => JSON.stringify(one)).toSorted()

if (has('python3', '-c', 'import cvxopt, scipy')) {
  await compareChoices()
  await comparePrograms()
} else write('python3-cvxopt and python3-scipy are not installed: no choices and programs compared')
if (has('python3', '-c', 'import networkx')) await compareSchedules()
else write('python3-networkx is not installed: no schedules compared')
if (has('python3', '--version')) {
  await compareMoney()
  await compareSplits()
  await compareFigures()
  await compareMonths()
  await compareSets()
}
