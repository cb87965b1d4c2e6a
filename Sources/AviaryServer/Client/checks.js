/**
 * Checks of the fields of messages: each says whether a value has the type that the wire declares. What is in most lists
 * is not checked here.
 *
 * @typedef {(value: unknown) => boolean} Check
 */

/** @type {(value: unknown) => value is string} */
export const isString = (value) => typeof value === "string";
/** @type {(value: unknown) => value is number} */
export const isNumber = (value) => typeof value === "number";
/** @type {(value: unknown) => value is boolean} */
export const isFlag = (value) => typeof value === "boolean";
/** @type {Check} */
export const isCount = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
/** @type {Check} */
export const isValue = (value) => value !== undefined && Object(value) !== value;
export const isList = Array.isArray;
/** @type {Check} */
export const isLists = (value) => isList(value) && value.every(isList);
/**
 * Numbers of outlets and their values, in turn; at least one of each.
 *
 * @type {Check}
 */
export const isOutletValues = (value) =>
  isList(value) && value.length > 1 && value.length % 2 === 0 && value.every((entry, index) => (index % 2 ? isValue : isCount)(entry));
/**
 * An address of this app, or of the web with its scheme. An address that begins with two slashes would lead to another
 * server.
 *
 * @type {Check}
 */
export const isAddress = (value) => isString(value) && /^(https?:\/)?\/(?![/\\])/.test(value);

/** @type {(check: Check) => Check} */
export const nullable = (check) => (value) => value === null || check(value);
/** @type {(check: Check) => Check} */
export const optional = (check) => (value) => value === undefined || value === null || check(value);
