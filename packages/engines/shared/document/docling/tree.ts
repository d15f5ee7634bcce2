/**
 * The nodes of a `DoclingDocument`, stored in lists. The nodes of a `DoclingDocument` refer to each other by JSON
 * pointers.
 */

export type Reference = Readonly<Record<'$ref', string>>;

type Layer = 'body' | 'furniture' | 'notes';

export interface Node {
  readonly self_ref: string;
  readonly parent?: Reference;
  readonly children: Reference[];
  readonly content_layer: Layer;
  readonly label: string;
  readonly [member: string]: unknown;
}

export type ListName = 'groups' | 'texts' | 'pictures' | 'tables' | 'form_items';

export const referenceTo = ({ self_ref: $ref }: Pick<Node, 'self_ref'>): Reference => ({ $ref });

const root = (name: 'body' | 'furniture'): Node => ({
  self_ref: `#/${name}`,
  children: [],
  content_layer: name,
  name: '_root_',
  label: 'unspecified',
});

export class Tree {
  readonly body = root('body');
  readonly furniture = root('furniture');
  readonly lists: Readonly<Record<ListName, Node[]>> = {
    groups: [],
    texts: [],
    pictures: [],
    tables: [],
    form_items: [],
  };

  /** Adds a node as the last child of `parent`. */
  add(
    list: ListName,
    parent: Node,
    members: { label: string; content_layer?: Layer; [member: string]: unknown },
  ): Node {
    const nodes = this.lists[list];
    const node: Node = {
      self_ref: `#/${list}/${nodes.length}`,
      parent: referenceTo(parent),
      children: [],
      content_layer: parent.content_layer,
      ...members,
    };
    nodes.push(node);
    parent.children.push(referenceTo(node));
    return node;
  }
}
