// OpenCV's module makes its functions from text, which a strict content security policy forbids. Here closures take their place; what
// they do is the same, a little slower with each call, of which a photo takes some hundred.

/** What wraps a function of the program: arguments are translated, the result is translated back, and what was made for the call is freed. */
const CALL_FUNCTION = `function (...given) {
  var made = needsDestructorStack ? [] : null;
  var wired = isClassMethodFunc ? [argTypes[1].toWireType(made, this)] : [];
  var first = wired.length;
  for (var i = 2; i < argTypes.length; ++i) wired.push(argTypes[i].toWireType(made, given[i - 2]));
  var result = cppInvokerFunc(cppTargetFunc, ...wired);
  if (needsDestructorStack) runDestructors(made);
  else
    for (var i = first === 1 ? 1 : 2; i < argTypes.length; ++i)
      if (argTypes[i].destructorFunction !== null) argTypes[i].destructorFunction(wired[i - 2 + first]);
  if (returns) return argTypes[0].fromWireType(result);
}`;

/** What lets the program call a method of a JavaScript object, or make one. */
const CALL_METHOD = `function (obj, func, destructorsRef, args) {
  var given = [];
  var offset = 0;
  for (var type of types) {
    given.push(type.readValueFromPointer(args + offset));
    offset += type.argPackAdvance;
  }
  var result = kind === 1 ? reflectConstruct(func, given) : kind === 0 ? func.call(obj, ...given) : func.call(...given);
  if (!retType.isVoid) return emval_returnValue(retType, destructorsRef, result);
}`;

const CHANGES = [
  [
    "let[args,invokerFnBody]=createJsInvoker(argTypes,isClassMethodFunc,returns,isAsync);args.push(invokerFnBody);var invokerFn=newFunc(Function,args)(...closureArgs);",
    `var invokerFn=${CALL_FUNCTION};`,
  ],
  ["var invokerFunction=newFunc(Function,params)(...args);", `var invokerFunction=${CALL_METHOD};`],
];

/** The text of OpenCV's module, without code that is made from text. */
export function withoutEval(text) {
  return CHANGES.reduce((changed, [before, after]) => {
    if (!changed.includes(before)) throw new Error("OpenCV makes its functions in another way");
    return changed.replace(before, () => after);
  }, text);
}
