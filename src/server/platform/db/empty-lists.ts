import {
  type BinaryOperationNode,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  SqliteQueryCompiler,
  ValueListNode,
} from 'kysely';

/**
 * "where x in ()" is an error on PostgreSQL: what is in no list is 1 = 0. Said while the query is compiled, for Kysely's own plugin
 * copies the whole tree of every query before.
 */
function ofEmptyList({ operator, rightOperand }: BinaryOperationNode): '1 = 0' | '1 = 1' | undefined {
  if (!PrimitiveValueListNode.is(rightOperand) && !ValueListNode.is(rightOperand)) return undefined;
  if (rightOperand.values.length > 0 || !OperatorNode.is(operator)) return undefined;
  if (operator.operator === 'in') return '1 = 0';
  return operator.operator === 'not in' ? '1 = 1' : undefined;
}

export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const constant = ofEmptyList(node);
    if (constant) this.append(constant);
    else super.visitBinaryOperation(node);
  }
}

export class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const constant = ofEmptyList(node);
    if (constant) this.append(constant);
    else super.visitBinaryOperation(node);
  }
}
