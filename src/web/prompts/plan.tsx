// A plan as readable text. Text nodes only; a link shows where it leads, for its words are Claude's.

import { type ReactNode, useMemo } from 'react';
import { type Block, type Inline, markdown } from '../text/markdown.ts';
import { LeftToRight } from '../ui/left-to-right.tsx';
import './plan.css';

/** The plan. */
export function Plan({ text }: { readonly text: string }): ReactNode {
  const blocks = useMemo(() => markdown(text), [text]);
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other name, and all change together.
    <BlockView key={index} block={block} />
  ));
}

function BlockView({ block }: { readonly block: Block }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return (
        <h3 dir="auto" data-line data-level={block.level}>
          <Pieces of={block.text} />
        </h3>
      );
    case 'item':
      return (
        <p dir="auto" className="li" data-line style={{ marginInlineStart: block.depth * 18 }}>
          <i>{/\d/.test(block.mark) ? block.mark : '•'}</i>
          <span>
            <Pieces of={block.text} />
          </span>
        </p>
      );
    case 'code':
      return (
        <pre data-line>
          <LeftToRight text={block.text} />
        </pre>
      );
    case 'rule':
      return <hr />;
    case 'quote':
      return (
        <blockquote dir="auto" data-line>
          <Pieces of={block.text} />
        </blockquote>
      );
    case 'paragraph':
      return (
        <p dir="auto" data-line>
          <Pieces of={block.text} />
        </p>
      );
  }
}

function Pieces({ of }: { readonly of: readonly Inline[] }): ReactNode {
  return of.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name.
    <Piece key={index} piece={piece} />
  ));
}

function Piece({ piece }: { readonly piece: Inline }): ReactNode {
  switch (piece.kind) {
    case 'code':
      return (
        <code>
          <LeftToRight text={piece.text} />
        </code>
      );
    case 'strong':
      return <b>{piece.text}</b>;
    case 'em':
      return <em>{piece.text}</em>;
    case 'link':
      return (
        <a href={piece.href} target="_blank" rel="noopener noreferrer" title={piece.href}>
          {piece.text}
        </a>
      );
    case 'text':
      return piece.text;
  }
}
