import fc from 'fast-check'
import derivative from '../../src/goods/tools/math/algebra/derivative.ts'
import integrate from '../../src/goods/tools/math/algebra/integrate.ts'
import interpolate from '../../src/goods/tools/math/algebra/interpolate.ts'
import linearSolve from '../../src/goods/tools/math/algebra/linear-solve.ts'
import matrix from '../../src/goods/tools/math/algebra/matrix.ts'
import simplify from '../../src/goods/tools/math/algebra/simplify.ts'
import solveEquation from '../../src/goods/tools/math/algebra/solve-equation.ts'
import { answer, compareNear, comparison, has, python, write } from './_compare.ts'

const samples = <T>(arbitrary: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(arbitrary, { seed: 15, numRuns: count })

const SYMPY = `from sympy import *
from sympy.parsing.sympy_parser import *
x=Symbol('x'); T=standard_transformations+(implicit_multiplication,convert_xor,rationalize)
def read(t): return parse_expr(t,transformations=T,local_dict={'e':E,'x':x,'a':Symbol('a'),'b':Symbol('b')})
`

/** Expressions of x (and a) that both sides read alike. */
const { formula } = fc.letrec<{ formula: string; leaf: string }>((tie) => ({
  leaf: fc.constantFrom('x', 'x', 'x', '2', '3', '0.5', 'pi'),
  formula: fc.oneof(
    { depthSize: 'small', withCrossShrink: false },
    tie('leaf'),
    fc
      .tuple(tie('formula'), fc.constantFrom(' + ', ' - ', ' * '), tie('formula'))
      .map(([a, sign, b]) => `(${a}${sign}${b})`),
    fc.tuple(tie('formula'), fc.integer({ min: 2, max: 4 })).map(([a, n]) => `(${a})^${n}`),
    fc
      .tuple(fc.constantFrom('sin', 'cos', 'exp', 'atan', 'sinh'), tie('formula'))
      .map(([name, a]) => `${name}(${a})`),
    tie('formula').map((a) => `1 / (1 + (${a})^2)`),
  ),
}))
const withX = formula.filter((text) => text.includes('x') && text.length < 90)

async function compareDerivatives(): Promise<void> {
  const cases = samples(
    fc.record({ expression: withX, order: fc.integer({ min: 1, max: 2 }) }),
    300,
  )
  const told = await Promise.all(cases.map(async (input) => answer(derivative, input)))
  const theirs = python(
    `${SYMPY}
out=[]
for c,ours in data:
    d=diff(read(c['expression']),x,c['order']); worst=0
    for at in (Rational(3,10),Rational(-7,10),Rational(11,10)):
        for text in (ours['derivative'],ours['simplified']):
            a=N(d.subs(x,at),30); b=N(read(text).subs(x,at),30)
            worst=max(worst,float(abs(a-b)/max(abs(a),Float('1e-12'))))
    out.append(worst<1e-9)
print(json.dumps(out))`,
    cases.map((input, at) => [input, told[at]]).filter(([, one]) => !('refused' in (one ?? {}))),
  ) as readonly boolean[]
  const kept = cases.filter((_, at) => told[at]?.['refused'] === undefined)
  const { same, close } = comparison(
    `derivative with SymPy (${cases.length - kept.length} refused)`,
  )
  for (const [at, input] of kept.entries()) same(input, theirs[at], true)
  close()
}

async function compareForms(): Promise<void> {
  const mode = fc.constantFrom('simplify', 'expand', 'rationalize')
  const cases = samples(fc.record({ expression: withX, mode }), 300)
  const told = await Promise.all(cases.map(async (input) => answer(simplify, input)))
  const pairs = cases.flatMap((input, at) => {
    const text = told[at]?.['expression']
    return typeof text === 'string' ? [[input.expression, text]] : []
  })
  const theirs = python(
    `${SYMPY}
out=[]
for a,b in data:
    d=read(a)-read(b); worst=0
    for at in (Rational(3,10),Rational(-7,10),Rational(11,10)):
        worst=max(worst,float(abs(N(d.subs(x,at),40))/max(1,abs(N(read(a).subs(x,at),40)))))
    out.append(worst<1e-25)
print(json.dumps(out))`,
    pairs,
  ) as readonly boolean[]
  const { same, close } = comparison(`simplify with SymPy (${cases.length - pairs.length} refused)`)
  for (const [at, pair] of pairs.entries()) same(pair, theirs[at], true)
  close()
}

async function compareIntegrals(): Promise<void> {
  const input = fc.record({
    expression: withX,
    from: fc.integer({ min: -3, max: 0 }),
    to: fc.integer({ min: 1, max: 3 }),
  })
  const cases = samples(input, 200)
  const theirs = python(
    `${SYMPY}
from mpmath import mp, quad, linspace
mp.dps=30
out=[]
for c in data:
    f=lambdify(x,read(c['expression']),'mpmath')
    try: out.append(float(quad(f,linspace(c['from'],c['to'],25))))
    except Exception: out.append(None)
print(json.dumps([v if v is not None and abs(v)<1e300 else None for v in out]))`,
    cases,
  ) as readonly (number | null)[]
  const { same, close } = comparison('integrate with mpmath quad, to its own estimate and 1e-9')
  for (const [at, one] of cases.entries()) {
    const told = await answer(integrate, one)
    const other = theirs[at]
    if (told['converged'] !== true || typeof other !== 'number') continue
    const apart = Math.abs(Number(told['value']) - other)
    same({ one, told, other }, apart <= 1e-9 * Math.max(1, Math.abs(other)), true)
  }
  close()
}

async function compareRoots(): Promise<void> {
  const factors = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 3, maxLength: 9 })
  const cases = samples(factors, 300)
    .filter((list) => list.slice(1).some((one) => one !== 0))
    .map((list) => ({
      list,
      expression: list.map((factor, power) => `(${factor}) * x^${power}`).join(' + '),
    }))
  const theirs = python(
    `${SYMPY}
out=[]
for c in data:
    p=Poly(list(reversed(c['list'])),x)
    real=roots_count=sorted(set(real_roots(p)),key=lambda r:N(r,40))
    out.append([[float(N(r,40)) for r in real],p.degree()])
print(json.dumps(out))`,
    cases,
  ) as readonly (readonly [readonly number[], number])[]
  const { same, close } = comparison('solve-equation with SymPy real_roots, to the last float')
  for (const [at, { expression }] of cases.entries()) {
    const told = await answer(solveEquation, { expression })
    const [real, degree] = theirs[at] ?? [[], 0]
    const count = [
      ...(told['multiplicities'] as number[]),
      ...(told['complexRoots'] as { multiplicity: number }[]).map((one) => one.multiplicity),
    ].reduce((sum, one) => sum + one, 0)
    const near = (told['roots'] as number[]).map((root, place) =>
      Math.abs(root - (real[place] ?? NaN)) <= 3e-16 * Math.abs(root) ? real[place] : root,
    )
    same({ expression }, [near, count], [real, degree])
  }
  close()
  await compareNear(
    'solve-equation, complex, with mpmath polyroots',
    solveEquation,
    cases.filter((_, at) => Number(theirs[at]?.[1]) > 1).slice(0, 150),
    `${SYMPY}
import mpmath
out=[]
for c in data:
    p=Poly(list(reversed(c['list'])),x); rest=[]
    for f,m in p.sqf_list()[1]:
        rs=mpmath.polyroots([int(v) for v in f.all_coeffs()],maxsteps=500,extraprec=400) if f.degree()>0 else []
        rest+=[round(float(r.imag),9) for r in rs if r.imag>1e-12]
    out.append(sorted(rest))
print(json.dumps(out))`,
    ({ complexRoots }) =>
      (complexRoots as { im: number }[])
        .filter(({ im }) => im > 0)
        .map(({ im }) => Number(im.toFixed(9)))
        .toSorted((a, b) => a - b),
    1e-8,
  )
}

async function compareMatrices(): Promise<void> {
  const entry = fc.integer({ min: -9, max: 9 })
  const square = fc.integer({ min: 2, max: 6 }).chain((side) =>
    fc.record({
      a: fc.array(fc.array(entry, { minLength: side, maxLength: side }), {
        minLength: side,
        maxLength: side,
      }),
      b: fc.array(entry, { minLength: side, maxLength: side }),
    }),
  )
  const cases = samples(square, 200)
  const { same, close } = comparison('matrix and linear-solve with NumPy, to 1e-9')
  const theirs = python(
    `import numpy as np
out=[]
for c in data:
    a=np.array(c['a'],float); r=int(np.linalg.matrix_rank(a))
    out.append([float(np.linalg.det(a)),r,np.linalg.lstsq(a,np.array(c['b'],float),rcond=None)[0].tolist(),sorted(np.linalg.svd(a)[1].tolist())])
print(json.dumps(out))`,
    cases,
  ) as readonly (readonly [number, number, number[], number[]])[]
  for (const [at, { a, b }] of cases.entries()) {
    const [det, rank, x, singular] = theirs[at] ?? [0, 0, [], []]
    const read = async (op: string) => (await answer(matrix, { op, a }))['result']
    const solved = await answer(linearSolve, { a, b })
    const s = ((await read('svd')) as { s: number[] }).s
    const isNear = (one: number, other: number) =>
      Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other))
    same(
      { a, b, solved, x, s, singular },
      [
        isNear(Number(await read('determinant')), det),
        await read('rank'),
        (solved['x'] as number[]).every((one, place) => isNear(one, x[place] ?? NaN)),
        s
          .toSorted((one, other) => one - other)
          .every((one, place) => isNear(one, singular[place] ?? NaN)),
      ],
      [true, rank, true, true],
    )
  }
  close()
}

async function compareCurves(): Promise<void> {
  const places = fc.uniqueArray(fc.integer({ min: -50, max: 50 }), { minLength: 4, maxLength: 9 })
  const input = places.chain((x) =>
    fc.record({
      x: fc.constant(x.toSorted((a, b) => a - b)),
      y: fc.array(fc.integer({ min: -20, max: 20 }), { minLength: x.length, maxLength: x.length }),
      at: fc.array(fc.integer({ min: -49, max: 49 }), { minLength: 5, maxLength: 5 }),
      method: fc.constantFrom('linear', 'cubic', 'pchip'),
    }),
  )
  await compareNear(
    'interpolate with scipy.interpolate',
    interpolate,
    samples(input, 200).map((one) => ({
      ...one,
      at: one.at.map((place) => Math.min(Math.max(place, one.x[0] ?? 0), one.x.at(-1) ?? 0)),
    })),
    `from scipy.interpolate import *
M={'linear':lambda x,y:interp1d(x,y),'cubic':lambda x,y:CubicSpline(x,y,bc_type='natural'),'pchip':lambda x,y:PchipInterpolator(x,y)}
print(json.dumps([[round(float(v),9) for v in M[c['method']](c['x'],c['y'])(c['at'])] for c in data]))`,
    ({ values }) => (values as number[]).map((value) => Number(value.toFixed(9)) + 0),
    1e-7,
  )
}

if (has('python3', '-c', 'import sympy, mpmath, scipy')) {
  await compareDerivatives()
  await compareForms()
  await compareIntegrals()
  await compareRoots()
  await compareMatrices()
  await compareCurves()
} else write('python3 with sympy, mpmath and scipy is not installed: nothing compared')
