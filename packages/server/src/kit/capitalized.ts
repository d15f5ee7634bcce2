/** Returns a name with its first letter in upper case. */
export const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
