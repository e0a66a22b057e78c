import * as z from "zod/mini";

import { isObject } from "./is-object.ts";

/** Returns true if a value fits a schema. */
export type Guard = (value: unknown) => boolean;

/**
 * Compiles a schema into a fast predicate. An extension may not generate code from text, so zod
 * interprets the schema for each value and copies the value. For an event, that takes twice as long
 * as parsing its JSON. This function walks the schema once. Parts that it does not support, such as
 * checks, call the schema itself. To get the reasons, callers parse a rejected value with the
 * schema.
 *
 * @see https://zod.dev/library-authors for walking a schema
 */
export function compileGuard(schema: z.core.$ZodType): Guard {
  if ((schema._zod.def.checks?.length ?? 0) > 0) return parseWithSchema(schema);
  if (schema instanceof z.core.$ZodObject) return compileObject(schema._zod.def.shape);
  if (schema instanceof z.core.$ZodString) return (value) => typeof value === "string";
  if (schema instanceof z.core.$ZodNumber) return (value) => Number.isFinite(value);
  if (schema instanceof z.core.$ZodBoolean) return (value) => typeof value === "boolean";
  if (schema instanceof z.core.$ZodUnknown) return () => true;
  if (schema instanceof z.core.$ZodLiteral) {
    const allowed = new Set<unknown>(schema._zod.def.values);
    return (value) => allowed.has(value);
  }
  if (schema instanceof z.core.$ZodOptional) {
    const inner = compileGuard(schema._zod.def.innerType);
    return (value) => value === undefined || inner(value);
  }
  if (schema instanceof z.core.$ZodNullable) {
    const inner = compileGuard(schema._zod.def.innerType);
    return (value) => value === null || inner(value);
  }
  if (schema instanceof z.core.$ZodArray) {
    const inner = compileGuard(schema._zod.def.element);
    return (value) => Array.isArray(value) && value.every(inner);
  }
  if (schema instanceof z.core.$ZodUnion) {
    const options = schema._zod.def.options.map(compileGuard);
    return (value) => options.some((option) => option(value));
  }
  return parseWithSchema(schema);
}

function compileObject(shape: z.core.$ZodShape): Guard {
  const keys = Object.keys(shape);
  const guards = Object.values(shape).map(compileGuard);
  // A field of type `unknown` accepts every value, but must be present.
  const present = keys.filter((key) => shape[key] instanceof z.core.$ZodUnknown);
  return (value) => {
    if (!isObject(value)) return false;
    for (let place = 0; place < keys.length; place += 1) {
      if (guards[place]?.(value[keys[place] ?? ""]) === false) return false;
    }
    return present.every((key) => key in value);
  };
}

function parseWithSchema(schema: z.core.$ZodType): Guard {
  return (value) => z.safeParse(schema, value).success;
}
